-- Reconciliation: matches of wallet lines and payments, people's decisions on the others, and the proof of the balance.

-- Reconciliation progress of a wallet.
create table reconciliation_wallet (
	environment text not null,
	currency text not null,
	-- Lines older than the first payment made here are before our books; null while there is no payment.
	books_from timestamptz,
	last_movement_id bigint not null default 0,
	-- The mirror version up to which withdrawn and returned lines are matched.
	last_mirror_version bigint not null default 0,
	-- Stored proofs include lines up to this one, and the mirror up to this version.
	proved_movement_id bigint not null default 0,
	proved_mirror_version bigint not null default 0,
	-- The time of the last change that stored proofs may depend on, since their last check.
	touched_from timestamptz,
	touched_until timestamptz,
	-- Unmatched deposits without their own exception row.
	exceptions_beyond integer not null default 0,
	reconciled_at timestamptz not null,
	primary key (environment, currency)
);

-- The automatic match of a line, revised until a person decides. A line without a row is before our books or not yet read.
create table reconciliation_line (
	movement_id bigint primary key references movement,
	environment text not null,
	currency text not null,
	status text not null check (status in ('matched', 'open', 'ambiguous', 'unexplained')),
	how text check (how in ('time', 'only', 'order', 'person')),
	payment_id text references payment,
	-- The matching transaction, imported and not started here.
	transaction_reference text,
	-- Lines and payments that cannot be distinguished share one.
	group_id text,
	changed_at timestamptz not null,
	check (status <> 'matched' or payment_id is not null or transaction_reference is not null)
);
create unique index reconciliation_one_line on reconciliation_line (payment_id) where payment_id is not null;
create unique index reconciliation_one_transaction on reconciliation_line (environment, transaction_reference)
	where transaction_reference is not null;
create index reconciliation_line_waiting on reconciliation_line (environment, currency, status, movement_id)
	where status in ('ambiguous', 'unexplained');

-- Payments that should have a line and have no certain one.
create table reconciliation_payment (
	payment_id text primary key references payment,
	environment text not null,
	currency text not null,
	status text not null check (status in ('waiting', 'missing', 'ambiguous')),
	group_id text,
	-- Until then its line may still come.
	due_at timestamptz not null,
	changed_at timestamptz not null
);
create index reconciliation_payment_of on reconciliation_payment (environment, currency, status, due_at);

-- People's decisions. The newest decision on a subject counts; `reopen` reverts it.
create table reconciliation_decision (
	id bigint generated always as identity primary key,
	environment text not null,
	currency text not null,
	movement_id bigint references movement,
	payment_id text references payment,
	verdict text not null check (verdict in (
		'match', 'fee', 'top_up', 'portal', 'correction', 'other', 'wait', 'support', 'reopen')),
	reference text,
	reason text not null check (reason <> ''),
	member_id text not null references member,
	at timestamptz not null,
	check (movement_id is not null or payment_id is not null),
	check (verdict <> 'match' or (movement_id is not null and payment_id is not null)),
	check (verdict not in ('wait', 'support') or movement_id is null)
);
create index reconciliation_decision_line on reconciliation_decision (movement_id, id) where movement_id is not null;
create index reconciliation_decision_payment on reconciliation_decision (payment_id, id) where payment_id is not null;
create trigger reconciliation_decision_kept before update or delete on reconciliation_decision
	for each row execute function refuse_rewriting();

-- Exceptions as of the wallet's last reconciliation. Each reconciliation computes them again and writes only differences.
create table reconciliation_exception (
	environment text not null,
	currency text not null,
	-- Digest of the content of this row.
	digest text not null,
	alarm boolean not null,
	at timestamptz not null,
	-- First and last time of its lines and payments.
	since timestamptz not null,
	until timestamptz not null,
	-- For an alarm: the amount that left the wallet without a matching payment here.
	surplus numeric not null,
	-- Somebody still has to decide.
	waits boolean not null,
	told jsonb not null,
	primary key (environment, currency, digest)
);
create index reconciliation_exception_queue on reconciliation_exception (environment, currency, alarm desc, at desc, digest) where waits;
create index reconciliation_exception_span on reconciliation_exception (environment, currency, until);

-- Changes not yet reconciled. A change that commits late is noted late, so unlike with a number drawn earlier it is not missed.
create table reconciliation_pending (
	id bigint generated always as identity primary key,
	environment text not null,
	currency text not null,
	payment_id text,
	-- A transaction that somebody imported.
	reference text
);
create index reconciliation_pending_of on reconciliation_pending (environment, currency);

-- A waiting payment cannot have left. One that may have left without a permit is marked before the time is written, so its state
-- shows it.
create function note_changed_payments() returns trigger language plpgsql as $$
begin
	insert into reconciliation_pending (environment, currency, payment_id)
		select payment.environment, payment.currency, payment.id from payment
		where payment.id in (select payment_id from fresh)
			and (payment.sent_at is not null or payment.state not in ('awaiting_approval', 'approved'));
	return null;
end $$;
create trigger payment_event_noted after insert on payment_event
	referencing new table as fresh for each statement execute function note_changed_payments();

create function note_changed_imports() returns trigger language plpgsql as $$
begin
	insert into reconciliation_pending (environment, currency, reference)
		select environment, currency, reference from fresh where state = 'found' and currency is not null;
	return null;
end $$;
create trigger imported_transaction_noted after insert on imported_transaction
	referencing new table as fresh for each statement execute function note_changed_imports();
create trigger imported_transaction_noted_again after update on imported_transaction
	referencing new table as fresh for each statement execute function note_changed_imports();

-- The proof of a business calendar day, as known when computed; a later one is a new row.
create table balance_proof (
	id bigint generated always as identity primary key,
	environment text not null,
	currency text not null,
	day date not null,
	status text not null check (status in ('proved', 'gap', 'no_reading', 'cut')),
	-- All displayed values: readings, sums, fee interpretation, the gap and its possible explanations.
	proof jsonb not null,
	computed_at timestamptz not null
);
create index balance_proof_newest on balance_proof (environment, currency, day desc, id desc);
create trigger balance_proof_kept before update or delete on balance_proof for each row execute function refuse_rewriting();
