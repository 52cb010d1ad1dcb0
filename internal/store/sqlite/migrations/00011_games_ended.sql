-- +goose Up
-- For lists of all games, which need no classes.
create index games_ended on games (ended, n, kind);

-- +goose Down
drop index games_ended;
