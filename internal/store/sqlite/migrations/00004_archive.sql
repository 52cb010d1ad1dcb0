-- +goose Up
-- Classes of games: what filters ask for. A search looks for classes first,
-- then for the newest games of each, so that it reads no game in vain.
create table kinds (
  id      integer primary key,
  variant text not null,
  form    text not null,
  result  text not null,
  ending  text not null,
  rated   integer not null,
  public  integer not null,
  span    integer not null, -- of plies
  games   integer not null default 0,
  unique (variant, form, result, ending, rated, public, span)
) strict;

create table games (
  n        integer primary key, -- in the order in which they ended
  id       text not null unique,
  table_id text not null,
  number   integer not null,
  kind     integer not null references kinds (id),
  options  text not null,
  start    text not null,
  began    integer not null,
  ended    integer not null,
  clock    text not null,
  plies    integer not null
) strict;

create index games_kind on games (kind, ended, n, plies);

create index games_table on games (table_id);

create table game_seats (
  game   integer not null references games (n),
  seat   integer not null,
  player text not null,
  owner  text not null, -- of a person, '' for others
  name   text not null, -- of a guest: accounts have their own
  level  integer not null,
  place  integer not null,
  points integer not null,
  fled   integer not null,
  kind   integer not null, -- as the game's, with what follows
  ended  integer not null,
  plies  integer not null,
  rating real, -- before the game, null where it was not rated
  change real,
  primary key (game, seat)
) strict, without rowid;

create index game_seats_owner on game_seats (owner, kind, ended, game, plies, place) where owner != '';

create index game_seats_rated on game_seats (owner, ended) where rating is not null;

create table records (
  game   integer primary key references games (n),
  moves  text not null, -- tokens, with spaces between
  clocks text not null  -- ms, as a JSON array; '' without
) strict;

create table setups (
  id   integer primary key,
  name text not null unique
) strict;

-- What moves led to, by position.
create table openings (
  setup   integer not null references setups (id),
  key     integer not null,
  move    text not null,
  games   integer not null,
  draws   integer not null,
  wins    text not null, -- by seat, as JSON arrays
  places  text not null, -- doubled
  points  text not null,
  primary key (setup, key, move)
) strict, without rowid;

create table ratings (
  owner  text not null,
  form   text not null,
  rating real not null,
  best   real not null, -- since it is settled, 0 before
  games  integer not null,
  last   integer not null,
  primary key (owner, form)
) strict, without rowid;

create index ratings_form on ratings (form, rating);

create table collected (
  id      text primary key,
  owner   text not null,
  added   integer not null,
  variant text not null,
  title   text not null,
  date    text not null,
  plies   integer not null,
  ending  text not null,
  record  text not null
) strict, without rowid;

create index collected_owner on collected (owner, added, id);

-- Tables whose games that have ended are all in the archive: those opened from now on.
alter table tables add column kept integer not null default 0;

create index tables_unkept on tables (id) where kept = 0;

-- +goose Down
drop index tables_unkept;
alter table tables drop column kept;
drop table collected;
drop table ratings;
drop table openings;
drop table setups;
drop table records;
drop table game_seats;
drop table games;
drop table kinds;
