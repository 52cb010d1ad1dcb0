-- +goose Up
alter table tables add column due integer; -- milliseconds since 1970, null for never

update tables set due = changed where progress = 'due';

drop index tables_due;

create index tables_due on tables (due) where due is not null;

create table seats (
  owner    text not null,
  table_id text not null references tables (id),
  primary key (owner, table_id)
) strict, without rowid;

create index seats_table on seats (table_id);

create table beats (
  one     integer primary key check (one = 1), -- there is one row
  at      integer not null, -- milliseconds since 1970
  stopped integer not null check (stopped in (0, 1))
) strict;

-- +goose Down
drop table beats;

drop table seats;

drop index tables_due;

alter table tables drop column due;

create index tables_due on tables (changed) where progress = 'due';
