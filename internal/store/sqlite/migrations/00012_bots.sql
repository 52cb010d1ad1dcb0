-- +goose Up
-- Whose a bot is; '' for people, and for bots that an operator made by command.
alter table accounts add column maker text not null default '';

create index accounts_maker on accounts (maker) where maker != '';

-- +goose Down
drop index accounts_maker;
alter table accounts drop column maker;
