-- The mobile-money service of the sandbox: a double-entry ledger, transactions and what surrounds them.
create schema if not exists sandbox;

-- One row: the clock and the manners of this sandbox.
create table sandbox.control (
	single boolean primary key default true check (single),
	clock_offset_ms bigint not null default 0,
	autopilot boolean not null,
	speed double precision not null check (speed > 0),
	seed integer,
	seed_days integer,
	seeded_for timestamptz
);

create table sandbox.account (
	id text primary key,
	kind text not null check (kind in ('wallet', 'reserved', 'fees', 'subscriber', 'operators')),
	currency text not null check (currency ~ '^[A-Z]{3}$'),
	balance numeric(20, 2) not null default 0,
	updated_at timestamptz not null,
	-- Only the operators' side of the world may owe.
	constraint account_never_negative check (kind = 'operators' or balance >= 0)
);

create table sandbox.wallet (
	currency text primary key,
	reference text not null unique,
	account_id text not null references sandbox.account
);

create table sandbox.journal (
	id uuid primary key,
	kind text not null check (kind in (
		'funds', 'deposit', 'payout_reserved', 'payout_settled', 'payout_released', 'correction')),
	reference text,
	at timestamptz not null
);
create index journal_of_transaction on sandbox.journal (reference);

create table sandbox.entry (
	journal_id uuid not null references sandbox.journal,
	account_id text not null references sandbox.account,
	amount numeric(20, 2) not null check (amount <> 0),
	primary key (journal_id, account_id)
);
create index entry_of_account on sandbox.entry (account_id);

-- Every journal sums to zero in each currency, and an account's balance is the sum of its entries, whatever the program believes.
create function sandbox.keep_accounts() returns trigger language plpgsql as $$
begin
	if exists (
		select 1 from inserted join sandbox.account on account.id = inserted.account_id
		group by inserted.journal_id, account.currency having sum(inserted.amount) <> 0
	) then
		raise exception 'a journal does not sum to zero' using errcode = 'check_violation';
	end if;
	update sandbox.account
	set balance = account.balance + change.total, updated_at = greatest(account.updated_at, change.at)
	from (
		select inserted.account_id, sum(inserted.amount) as total, max(journal.at) as at
		from inserted join sandbox.journal on journal.id = inserted.journal_id
		group by inserted.account_id
	) change
	where account.id = change.account_id;
	return null;
end $$;
create trigger entry_keeps_accounts after insert on sandbox.entry
	referencing new table as inserted for each statement execute function sandbox.keep_accounts();

create function sandbox.refuse_change() returns trigger language plpgsql as $$
begin
	raise exception 'the ledger is append-only' using errcode = 'restrict_violation';
end $$;
create trigger entry_is_kept before update or delete on sandbox.entry
	for each statement execute function sandbox.refuse_change();
create trigger journal_is_kept before update or delete on sandbox.journal
	for each statement execute function sandbox.refuse_change();

create table sandbox.transaction (
	reference text primary key,
	kind text not null check (kind in ('deposit', 'withdrawal')),
	opaque_id text not null,
	status text not null,
	amount numeric(20, 2) not null check (amount > 0),
	fee numeric(20, 2) not null check (fee >= 0),
	currency text not null references sandbox.wallet,
	operator text not null,
	operator_name text not null,
	country text not null,
	-- E.164 with the plus sign: who pays, or who is paid.
	phone_number text not null,
	flow text check (flow in ('payment_url', 'otp', 'ussd')),
	metadata jsonb,
	created_at timestamptz not null,
	processed_at timestamptz,
	expires_at timestamptz,
	-- The payer has answered; the operator is still at it.
	answered_at timestamptz,
	otp_code text,
	wrong_tries integer not null default 0,
	-- Magic number 159: detail and history tell the entries out of order.
	unordered boolean not null default false
);
create index transaction_newest on sandbox.transaction (created_at desc, reference);
create index transaction_open on sandbox.transaction (phone_number, created_at) where status = 'pending';

create table sandbox.history (
	id bigint generated always as identity primary key,
	reference text not null references sandbox.transaction,
	status text not null,
	source text not null,
	at timestamptz not null
);
create index history_of_transaction on sandbox.history (reference, id);

create table sandbox.movement (
	id bigint generated always as identity primary key,
	reference text,
	type text not null,
	amount numeric(20, 2) not null,
	fee numeric(20, 2) not null,
	currency text not null references sandbox.wallet,
	created_at timestamptz not null,
	-- The list leaves it out before then: what a desk's reconciliation is tried on.
	shown_from timestamptz
);
create index movement_newest on sandbox.movement (currency, created_at desc, id desc);

-- Acts of time: read and carried out by the engine, so a restart loses nothing.
create table sandbox.step (
	id bigint generated always as identity primary key,
	reference text not null references sandbox.transaction,
	action text not null check (action in ('settle', 'fail', 'expire', 'autopilot')),
	code text,
	due_at timestamptz not null
);
create index step_due on sandbox.step (due_at, id);

create table sandbox.reference_counter (
	day date primary key,
	last integer not null
);

create table sandbox.handset (
	phone_number text primary key,
	country text not null,
	first_seen_at timestamptz not null,
	-- Somebody has the phone in hand: the autopilot keeps away.
	watched_at timestamptz
);

create table sandbox.message (
	id bigint generated always as identity primary key,
	phone_number text not null references sandbox.handset,
	kind text not null,
	details jsonb not null,
	at timestamptz not null
);
create index message_of_handset on sandbox.message (phone_number, id desc);

create table sandbox.fault (
	id bigint generated always as identity primary key,
	endpoint text not null,
	fault text not null,
	params jsonb not null,
	match text,
	times_left integer check (times_left > 0),
	created_at timestamptz not null
);

-- Ground truth of what arrived: written before a request is handled. Times are those of the real clock.
create table sandbox.request (
	id bigint generated always as identity primary key,
	at timestamptz not null,
	method text not null,
	path text not null,
	endpoint text,
	headers jsonb not null,
	body text not null,
	state text not null check (state in ('arrived', 'answered', 'broken')),
	status integer,
	fault text,
	reference text,
	answered_at timestamptz
);
create index request_newest on sandbox.request (at desc, id desc);
