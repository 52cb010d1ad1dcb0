-- +goose Up
-- What is appended goes to the end of the journal, one row a transaction, and
-- from there into events, many at once. Its last row stays, emptied, so that ids go on.
create table journal (
  id     integer primary key,
  events blob not null -- as batch.go writes them
) strict;

-- +goose Down
-- Fails unless the journal is empty, as the program leaves it when it stops.
create table unfolded (n integer check (n = 0)) strict;

insert into unfolded select count(*) from journal where length(events) > 0;

drop table unfolded;

drop table journal;
