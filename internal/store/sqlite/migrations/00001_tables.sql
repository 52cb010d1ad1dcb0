-- +goose Up
create table tables (
  id       text primary key,
  variant  text not null,
  opened   integer not null, -- milliseconds since 1970
  changed  integer not null, -- milliseconds since 1970
  progress text not null check (progress in ('waiting', 'due', 'over'))
) strict, without rowid;

create index tables_due on tables (changed) where progress = 'due';

create table events (
  table_id text not null references tables (id),
  seq      integer not null check (seq > 0),
  at       integer not null, -- nanoseconds since 1970
  kind     text not null,
  body     text not null,
  command  text not null,
  primary key (table_id, seq)
) strict, without rowid;

-- +goose Down
drop table events;
drop table tables;
