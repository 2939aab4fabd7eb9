-- A refresh reads what is new alone: the service's array in chunks, each with its lines as they were read, and the sums of each day.

-- The chunks of the array that the mirror is level with. Their lines together are what it lists.
create table movement_chunk (
	environment text not null,
	currency text not null,
	-- Of the bytes, and of the way in which lines are read.
	digest text not null,
	-- How often the array holds it.
	times integer not null,
	-- Lines that can be read, and others.
	lines integer not null,
	unreadable integer not null,
	-- Of its lines that can be read; null without one.
	oldest timestamptz,
	newest timestamptz,
	-- The lines, as server/wallets/sync/packed-chunk.ts writes them.
	packed bytea not null,
	primary key (environment, currency, digest)
);
create index movement_chunk_span on movement_chunk (environment, currency, oldest, newest);
-- Packed as it is: PostgreSQL would try in vain.
alter table movement_chunk alter column packed set storage external;

-- What stands, by calendar day of the business and type.
create table movement_day (
	environment text not null,
	currency text not null,
	day date not null,
	type text not null,
	lines integer not null,
	amount numeric(30, 2) not null,
	fee numeric(30, 2) not null,
	primary key (environment, currency, day, type)
);

alter table movement_sync
	-- movement_chunk is what the mirror is level with.
	add column chunked boolean not null default false,
	-- Lines that stand although the list does not show them, since they may be among those that cannot be read.
	add column spared_lines integer not null default 0,
	-- The time zone whose days movement_day sums; null: it is not kept yet.
	add column days_zone text,
	-- Of a first list that is still arriving: the first of its lines. Null: none is.
	add column arriving_from_id bigint,
	-- Of the last answer: its chunks, the rows that were read, those that were known, and whether all were compared.
	add column chunks integer not null default 0,
	add column rows_read integer not null default 0,
	add column rows_skipped integer not null default 0,
	add column compared_whole boolean not null default false;
