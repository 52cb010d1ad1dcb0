-- +goose Up
create table accounts (
  id       text primary key,
  name     text not null, -- '' once it is deleted
  kind     text not null check (kind in ('person', 'bot')),
  created  integer not null, -- milliseconds since 1970, as all times here
  password text not null,    -- argon2id, '' for none
  operator integer not null default 0,
  deleted  integer not null default 0, -- a time, 0 for not
  time_out integer not null default 0,
  muted    integer not null default 0
) strict, without rowid;

-- What the names of accounts are compared by: look-alikes have a key in common.
create table names (
  key     text primary key,
  account text not null references accounts (id),
  main    integer not null -- whether it is the folded name itself
) strict, without rowid;

create index names_account on names (account);

create table sessions (
  hash    blob primary key, -- of the cookie's secret
  id      text not null unique,
  account text not null references accounts (id),
  device  text not null,
  made    integer not null,
  seen    integer not null
) strict, without rowid;

create index sessions_account on sessions (account, seen);

create table tokens (
  hash    blob primary key,
  id      text not null unique,
  account text not null references accounts (id),
  name    text not null,
  made    integer not null,
  used    integer not null
) strict, without rowid;

create index tokens_account on tokens (account);

create table passkeys (
  id         text primary key,
  account    text not null references accounts (id),
  name       text not null,
  made       integer not null,
  used       integer not null,
  credential text not null
) strict, without rowid;

create index passkeys_account on passkeys (account);

-- Devices whose seats and games are to become an account's.
create table claims (
  device  text not null,
  account text not null references accounts (id),
  primary key (device, account)
) strict, without rowid;

create table reports (
  id      integer primary key autoincrement,
  at      integer not null,
  owner   text not null,
  account text not null references accounts (id),
  game    text not null,
  ply     integer not null,
  reason  text not null,
  text    text not null,
  closed  integer not null default 0
) strict;

create index reports_open on reports (id) where closed = 0;

create index reports_owner on reports (owner);

create table audit (
  id      integer primary key autoincrement,
  at      integer not null,
  actor   text not null,
  action  text not null,
  subject text not null,
  detail  text not null
) strict;

-- +goose Down
drop table audit;
drop table reports;
drop table claims;
drop table passkeys;
drop table tokens;
drop table sessions;
drop table names;
drop table accounts;
