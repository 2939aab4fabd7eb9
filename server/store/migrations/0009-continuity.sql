-- Detects a replaced database: heartbeats, wallets that must be read first, and remains of a lost database.

create table worker (
	id text primary key,
	started_at timestamptz not null,
	seen_at timestamptz not null,
	-- The newest reading and line in the database at the last heartbeat: an order that no clock change can reverse.
	reading_id bigint,
	movement_id bigint,
	-- A worker that knows this database from outside it confirms it to machines that are new.
	knows_database boolean not null default false,
	-- Names of the folders outside the database that it reads: a restarted worker answers for an earlier one of its machine.
	places text[] not null default '{}',
	-- The mismatch for which it has compared its head and its journal with this database.
	reported text
);

-- Workers that were alive before: neither they nor one that reads the same folders has reported.
create function unreported(mismatch jsonb) returns setof text language sql stable as $$
	select awaited.id from listed(mismatch, 'awaits') as awaited (id) where not exists (
		select from worker as before join worker as reporting on reporting.places && before.places
		where before.id = awaited.id and reporting.reported = mismatch ->> 'id')
$$;

create function is_reported(mismatch jsonb) returns boolean language sql stable as $$
	select exists (select from listed(mismatch, 'awaits')) and not exists (select from unreported(mismatch))
$$;

-- While a row exists no payout leaves from its wallet. The row outlives the process that found the gap or tries to close it.
create table continuity_gap (
	environment text not null,
	currency text not null,
	-- The last heartbeat before the gap; null when there was none.
	since timestamptz,
	reading_id bigint,
	movement_id bigint,
	cause text not null check (cause in ('start', 'pause', 'clock', 'went_back', 'restart', 'fall')),
	detected_at timestamptz not null,
	-- The newest payment event at detection: payments requested later cannot have left before.
	event_id bigint not null,
	tries integer not null default 0,
	retry_at timestamptz not null default now(),
	-- The fault of the last attempt to read the wallet.
	fault text,
	-- The wallet's finding, and the payouts that it may be; null while unknown.
	finding jsonb,
	-- Another one each time the gap is found: a proof that began before does not end it, not even in a restored database.
	version uuid not null default gen_random_uuid(),
	-- The worker that reads the wallet now, by the heartbeats of that worker: no other one does meanwhile.
	taken_by text,
	taken_at timestamptz,
	primary key (environment, currency)
);

-- Up to which reading and line a wallet is explained: before each permit the balance is held against this one.
create table proved_wallet (
	environment text not null,
	currency text not null,
	reading_id bigint not null,
	movement_id bigint not null,
	primary key (environment, currency)
);

-- Permits in a machine's journal without an attempt here: a lost database gave them.
create table forgotten_permit (
	attempt_id text primary key,
	payment_id text not null,
	kind text not null,
	amount numeric(20, 2) not null,
	currency text not null,
	phone_number text not null,
	environment text not null,
	worker_id text not null,
	-- By the clock of the machine that sent, and by the lost database's.
	sent_at timestamptz not null,
	permitted_at timestamptz not null,
	found_at timestamptz not null,
	-- Somebody checked what was sent and recorded the result: it is no longer shown, and the audit log keeps it.
	closed_at timestamptz,
	closed_by text references member,
	reason text
);
create index forgotten_permit_open on forgotten_permit (environment, sent_at desc) where closed_at is null;

-- It stops equal payouts until two admins close it.
create function guard_forgotten_permit() returns trigger language plpgsql as $$
begin
	if not is_owner_at_work() and not exists (
		select from change_request where kind = 'forgotten_permits_closed' and spent_at = now() and xmin = pg_current_xact_id()::xid
			and (after ->> 'attempts')::jsonb ? new.attempt_id
	) then
		raise exception 'two admins close what a lost database sent';
	end if;
	return null;
end $$;
create trigger forgotten_permit_two_admins after update on forgotten_permit
	for each row execute function guard_forgotten_permit();

-- Answers of the service whose attempt is missing because the database was restored to an earlier state. None is discarded.
create table orphan_answer (
	-- One answer for an attempt, however often its line is merged.
	attempt_id text primary key,
	environment text not null,
	-- The payment named by the permit; this database may know it, in another state, or not at all.
	payment_id text not null,
	worker_id text not null,
	-- The answer's meaning, in the values of an attempt's outcome.
	state text not null,
	reference text,
	hint_reference text,
	service_status text,
	http_status integer,
	cause text constraint orphan_answer_cause_is_a_code check (cause ~ '^([a-z_]+|(status|redirect):\d{3})$'),
	-- The service's own text.
	words text,
	excerpt text,
	answered_at timestamptz not null,
	kept_at timestamptz not null,
	resolved_at timestamptz,
	resolved_by text references member,
	resolution text check (resolution in ('attached', 'imported', 'dismissed')),
	reason text,
	check ((resolved_at is null) = (resolution is null))
);
create index orphan_answer_open on orphan_answer (environment, kept_at) where resolved_at is null;
