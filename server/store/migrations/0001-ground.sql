-- The ground: members, sessions, payments, the mirror of the wallet, the record.

create table member (
	id text primary key,
	email text not null unique check (email = lower(email)),
	name text not null,
	role text not null check (role in ('viewer', 'maker', 'approver', 'admin')),
	password_hash text not null,
	locale text check (locale in ('en', 'fr')),
	disabled_at timestamptz,
	created_at timestamptz not null
);

create table session (
	id_hash text primary key,
	member_id text not null references member,
	created_at timestamptz not null,
	last_seen_at timestamptz not null,
	ended_at timestamptz,
	user_agent text
);
create index session_of_member on session (member_id) where ended_at is null;

create table sign_in_delay (
	key text primary key,
	failures integer not null,
	blocked_until timestamptz not null
);

create table payment (
	id text primary key,
	kind text not null check (kind in ('deposit', 'payout')),
	state text not null check (state in (
		'awaiting_approval', 'approved', 'sending', 'pending', 'succeeded', 'failed', 'not_sent', 'refused', 'unknown',
		'needs_review', 'settled_paid', 'settled_not_paid', 'rejected', 'cancelled', 'expired')),
	version integer not null default 1,
	environment text not null,
	amount numeric(20, 2) not null check (amount > 0 and amount <= 100000000000),
	currency text not null check (currency ~ '^[A-Z]{3}$'),
	operator text not null,
	operator_name text not null,
	flow text check (flow in ('payment_url', 'otp', 'ussd')),
	country text not null,
	phone_number text not null,
	note text,
	metadata jsonb,
	idempotency_key text not null,
	request_digest text not null,
	maker_id text not null references member,
	approver_id text references member,
	approved_facts text,
	reference text,
	opaque_id text not null,
	service_status text,
	payment_url text,
	qr_code text,
	reason text,
	hint_reference text,
	late boolean not null default false,
	created_at timestamptz not null,
	sent_at timestamptz,
	processed_at timestamptz,
	deadline_at timestamptz,
	last_checked_at timestamptz,
	next_check_at timestamptz,
	checks integer not null default 0,
	final_at timestamptz,
	-- An approver is never the maker, whatever the program above believes.
	constraint approver_is_not_maker check (approver_id is null or approver_id <> maker_id)
);
create unique index payment_idempotency on payment (maker_id, idempotency_key);
create unique index payment_reference on payment (environment, reference) where reference is not null;
create index payment_newest on payment (kind, created_at desc, id desc);
create index payment_open on payment (state, next_check_at)
	where state in ('awaiting_approval', 'approved', 'sending', 'pending', 'unknown', 'needs_review');

-- The send permit: one row, so one POST, per payment for ever.
create table attempt (
	id text primary key,
	payment_id text not null unique references payment,
	worker_id text not null,
	permitted_at timestamptz not null,
	deadline_at timestamptz not null,
	answered_at timestamptz,
	outcome text,
	http_status integer,
	excerpt text
);

create table payment_event (
	id bigint generated always as identity primary key,
	payment_id text not null references payment,
	at timestamptz not null,
	state text not null,
	version integer not null,
	event text not null,
	by_kind text not null check (by_kind in ('member', 'service', 'cauri')),
	member_id text references member,
	note text
);
create index payment_event_of on payment_event (payment_id, id);

-- What people said of a payment whose outcome the service does not tell. A word counts for the version it was said of.
create table resolution (
	id bigint generated always as identity primary key,
	payment_id text not null references payment,
	payment_version integer not null,
	member_id text not null references member,
	outcome text not null check (outcome in ('paid', 'not_paid')),
	amount numeric(20, 2) not null,
	reason text not null check (reason <> ''),
	-- What the evidence panel showed at that moment.
	evidence jsonb not null,
	at timestamptz not null,
	withdrawn_at timestamptz
);
create unique index resolution_one_word on resolution (payment_id, payment_version, member_id) where withdrawn_at is null;

-- Two different people settle, in the same words, and nobody undoes it, whatever the program above believes.
create function demand_two_people() returns trigger language plpgsql as $$
declare
	wanted text := case new.state when 'settled_paid' then 'paid' when 'settled_not_paid' then 'not_paid' end;
begin
	if tg_op = 'UPDATE' and old.state in ('settled_paid', 'settled_not_paid') and new.state <> old.state then
		raise exception 'a settled payment is final';
	end if;
	if wanted is null or (tg_op = 'UPDATE' and new.state = old.state) then
		return new;
	end if;
	if (
		select count(distinct member_id) < 2 or bool_or(outcome <> wanted or amount <> new.amount) from resolution
		where payment_id = new.id and payment_version = new.version - 1 and withdrawn_at is null
	) then
		raise exception 'two different people settle a payment';
	end if;
	return new;
end $$;
create trigger payment_two_people before insert or update of state on payment
	for each row execute function demand_two_people();

create table wallet_look (
	id bigint generated always as identity primary key,
	environment text not null,
	currency text not null,
	wallet_reference text not null,
	balance numeric(20, 2) not null,
	updated_at timestamptz not null,
	-- The same words were read from the first time to the last: a row is a stretch, so the table stays small.
	first_fetched_at timestamptz not null default now(),
	fetched_at timestamptz not null
);
create index wallet_look_newest on wallet_look (environment, currency, fetched_at desc);

create table movement (
	id bigint generated always as identity primary key,
	environment text not null,
	currency text not null,
	type text not null,
	amount numeric(20, 2) not null,
	fee numeric(20, 2) not null,
	created_at timestamptz not null,
	occurrence integer not null,
	first_seen_at timestamptz not null
);
-- Identity of a line (the service gives none) and the order "newest first" at once.
create unique index movement_line on movement (environment, currency, created_at, type, amount, fee, occurrence);
create index movement_by_time on movement (environment, currency, created_at desc, id desc);
create index movement_by_amount on movement (environment, currency, amount desc, id desc);
create index movement_by_type_time on movement (environment, currency, type, created_at desc, id desc);

create table movement_sync (
	environment text not null,
	currency text not null,
	started_at timestamptz not null,
	synced_at timestamptz,
	rows_seen integer not null default 0,
	-- Rows of the mirror and its newest id: rows are never deleted, so the two name a version of the mirror.
	mirror_rows integer not null default 0,
	last_movement_id bigint not null default 0,
	may_be_cut boolean not null default false,
	fault text,
	primary key (environment, currency)
);

create table lookup (
	member_id text not null references member,
	environment text not null,
	reference text not null,
	found boolean not null,
	looked_up_at timestamptz not null,
	primary key (member_id, environment, reference)
);

create table operator (
	code text primary key,
	name text not null,
	country text not null,
	currency text not null,
	flow text not null check (flow in ('payment_url', 'otp', 'ussd')),
	prefixes jsonb not null,
	dial_code text,
	window_minutes integer not null,
	enabled boolean not null
);

create table audit_entry (
	id bigint generated always as identity primary key,
	at timestamptz not null,
	member_id text references member,
	action text not null,
	subject_kind text not null,
	subject_id text,
	details jsonb not null,
	previous_hash text not null,
	hash text not null
);
create index audit_entry_subject on audit_entry (subject_id, id);

create function refuse_change() returns trigger language plpgsql as $$
begin
	raise exception 'the audit record is append-only';
end $$;
create trigger audit_entry_append_only before update or delete on audit_entry for each row execute function refuse_change();
create trigger audit_entry_no_truncate before truncate on audit_entry for each statement execute function refuse_change();

create table setting (
	name text primary key,
	value jsonb not null,
	changed_at timestamptz not null,
	changed_by text references member
);

create table worker (
	id text primary key,
	started_at timestamptz not null,
	seen_at timestamptz not null
);
