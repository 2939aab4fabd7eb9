-- Balance readings, and the mirror of each wallet's list of movements.

create table balance_reading (
	id bigint generated always as identity primary key,
	environment text not null,
	currency text not null,
	wallet_reference text not null,
	balance numeric(20, 2) not null,
	updated_at timestamptz not null,
	-- First and last time of the same reading: a row is a span, which keeps the table small.
	first_fetched_at timestamptz not null default now(),
	fetched_at timestamptz not null,
	-- The time of writing, by the database's clock, like heartbeats and permits.
	kept_at timestamptz not null default now()
);
create index balance_reading_newest on balance_reading (environment, currency, fetched_at desc, id desc);
create index balance_reading_begun on balance_reading (environment, currency, first_fetched_at desc, id desc);

-- The service itself names its wallets: each that was read under both environments has the same reference, and one was.
create function is_same_wallet(of_environment text, of_other text) returns boolean language sql stable as $$
	select coalesce(bool_and(here.wallet_reference = there.wallet_reference), false) from (
		select distinct on (currency) currency, wallet_reference from balance_reading
		where environment = of_environment order by currency, fetched_at desc, id desc
	) as here join (
		select distinct on (currency) currency, wallet_reference from balance_reading
		where environment = of_other order by currency, fetched_at desc, id desc
	) as there using (currency)
$$;

create table movement (
	id bigint generated always as identity primary key,
	environment text not null,
	currency text not null,
	type text not null,
	amount numeric(20, 2) not null,
	fee numeric(20, 2) not null,
	created_at timestamptz not null,
	occurrence integer not null,
	first_seen_at timestamptz not null,
	-- The one answer so far that lacks it. Null: the last answer had it, or it is withdrawn.
	missed_at timestamptz,
	-- The time at which the service stopped listing it while listing older lines. Null: it is current.
	withdrawn_at timestamptz,
	-- The line of the same time and amount that replaced it: its fee or type changed.
	replaced_by bigint references movement,
	-- The mirror version in which it was last withdrawn or returned; null for nearly all.
	changed_in bigint
);
-- Identity of a line (the service gives none) and the order "newest first" in one; includes what sums filter on, so that they
-- need only the index.
create unique index movement_line on movement (environment, currency, created_at, type, amount, fee, occurrence)
	include (withdrawn_at);
create index movement_by_time on movement (environment, currency, created_at desc, id desc);
create index movement_by_amount on movement (environment, currency, amount desc, id desc);
create index movement_by_type_time on movement (environment, currency, type, created_at desc, id desc);
create index movement_by_facts on movement (environment, currency, type, amount, created_at);
create index movement_withdrawn on movement (environment, currency, created_at desc) where withdrawn_at is not null;
create index movement_missed on movement (environment, currency) where missed_at is not null;
create index movement_changed on movement (environment, currency, changed_in) where changed_in is not null;

-- Lets the worker refresh PostgreSQL's statistics of a mirror that just grew. Only a table's owner may (PostgreSQL 16 and older
-- have no right for it), so this function of the owner does it.
create function analyze_movement() returns void language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
	analyze public.movement;
end
$$;
revoke all on function analyze_movement() from public;

create table movement_sync (
	environment text not null,
	currency text not null,
	started_at timestamptz not null,
	synced_at timestamptz,
	rows_seen integer not null default 0,
	mirror_rows integer not null default 0,
	withdrawn_rows integer not null default 0,
	last_movement_id bigint not null default 0,
	-- Rises each time a line comes, goes or returns: an equal number of rows may be other rows.
	version bigint not null default 0,
	may_be_cut boolean not null default false,
	fault text,
	-- Digest of the body that made this mirror; an equal body changes nothing.
	body_digest text,
	-- By the database's clock: when the last successful sync began and ended.
	began_at timestamptz,
	ended_at timestamptz,
	-- Unreadable lines of the last answer; the first of them are in unreadable_movement.
	unreadable_lines integer not null default 0,
	-- Lines kept although the list lacks them, because they may be among the unreadable ones.
	spared_lines integer not null default 0,
	-- Lines kept although the last answer lacks them: the next one decides.
	missed_lines integer not null default 0,
	-- The mirror matches movement_chunk.
	chunked boolean not null default false,
	-- The ETag of the list that made this mirror, and the bytes of the last list on the wire.
	etag text,
	bytes_read bigint not null default 0,
	-- The time zone of the days in movement_day; null: not kept yet.
	days_zone text,
	-- The first line of a first list that is still arriving. Null: none is.
	arriving_from_id bigint,
	-- The last answer's chunks, rows read, rows already known, and whether all were compared.
	chunks integer not null default 0,
	rows_read integer not null default 0,
	rows_skipped integer not null default 0,
	compared_whole boolean not null default false,
	primary key (environment, currency)
);

-- The chunks of the service's array that the mirror contains: a refresh reads only new ones.
create table movement_chunk (
	environment text not null,
	currency text not null,
	-- Covers the bytes and how lines are parsed.
	digest text not null,
	-- The number of times the array holds it.
	times integer not null,
	-- Readable and unreadable lines.
	lines integer not null,
	unreadable integer not null,
	-- Covers its readable lines; null without one.
	oldest timestamptz,
	newest timestamptz,
	-- The lines, as server/wallets/sync/packed-chunk.ts writes them.
	packed bytea not null,
	primary key (environment, currency, digest)
);
create index movement_chunk_span on movement_chunk (environment, currency, oldest, newest);
-- Already compressed: PostgreSQL would compress it in vain.
alter table movement_chunk alter column packed set storage external;

-- Sums of current lines, by the business's calendar day and type.
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

create table unreadable_movement (
	environment text not null,
	currency text not null,
	-- Position in the service's array, from 1.
	place integer not null,
	-- Null: the whole line.
	field text,
	fault text not null check (fault in ('missing', 'unreadable', 'other_currency')),
	excerpt text not null check (char_length(excerpt) <= 300),
	since timestamptz not null,
	primary key (environment, currency, place)
);
