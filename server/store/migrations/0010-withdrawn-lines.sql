-- The mirror forgets: lines that the service takes back, lines that cannot be read, and syncs that need not be run.

alter table movement
	-- Since when the service lists it no more, though it lists older ones. Null: it stands.
	add column withdrawn_at timestamptz,
	-- The line of the same time and amount that came when this one went: its fee or type was changed.
	add column replaced_by bigint references movement,
	-- The version of the mirror in which it was last withdrawn or came back; null for nearly all.
	add column changed_in bigint;
create index movement_withdrawn on movement (environment, currency, created_at desc) where withdrawn_at is not null;
create index movement_changed on movement (environment, currency, changed_in) where changed_in is not null;
-- With what sums leave out, so that they go on to need the index alone.
drop index movement_line;
create unique index movement_line on movement (environment, currency, created_at, type, amount, fee, occurrence)
	include (withdrawn_at);

alter table movement_sync
	-- One more each time that a line came, went or came back: rows alone may be as many as before and others.
	add column version bigint not null default 0,
	add column withdrawn_rows integer not null default 0,
	-- Of the body that made this mirror; an equal one changes nothing.
	add column body_digest text,
	-- By the database's clock: when the last sync that ended well began and ended.
	add column began_at timestamptz,
	add column ended_at timestamptz,
	-- Lines of the last answer that cannot be read; the first of them are in unreadable_movement.
	add column unreadable_lines integer not null default 0;
update movement_sync set version = mirror_rows;

create table unreadable_movement (
	environment text not null,
	currency text not null,
	-- In the service's array, 1 for the first.
	place integer not null,
	-- Null: the line as a whole.
	field text,
	fault text not null check (fault in ('missing', 'unreadable', 'other_currency')),
	excerpt text not null check (char_length(excerpt) <= 300),
	since timestamptz not null,
	primary key (environment, currency, place)
);

alter table reconciliation_wallet
	-- Up to which version of the mirror withdrawn and returned lines are matched, and are in the proofs kept.
	add column last_mirror_version bigint not null default 0,
	add column proved_mirror_version bigint not null default 0;
