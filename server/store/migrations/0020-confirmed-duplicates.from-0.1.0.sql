-- The earlier payouts that a row's reason was given for: one that comes later asks again.
alter table batch_row add column duplicate_of text[] not null default '{}';
