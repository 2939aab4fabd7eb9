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
	where status in ('ambiguous', 'unexplained', 'open');

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

-- Explaining money that left takes two people above the amount that one person approves.
create function explained_by_two(of_type text, of_currency text, of_amount numeric) returns boolean language sql stable as $$
	select of_type = 'withdrawal' and approvers_needed(of_currency, of_amount) > 1
$$;
create function line_takes_two(of_line bigint) returns boolean language sql stable as $$
	select exists (select from movement where id = of_line and explained_by_two(type, currency, amount))
$$;

-- People's decisions. The newest decision on a subject counts; `reopen` reverts it.
create table reconciliation_decision (
	id bigint generated always as identity primary key,
	environment text not null,
	currency text not null,
	movement_id bigint references movement,
	payment_id text references payment,
	verdict text not null check (verdict in (
		'match', 'duplicate', 'fee', 'top_up', 'portal', 'correction', 'other', 'wait', 'support', 'reopen')),
	reference text,
	reason text not null check (reason <> ''),
	member_id text not null references member,
	at timestamptz not null,
	recorded_at timestamptz not null default now(),
	-- The first of two: it counts for nothing. Set by a trigger.
	awaits_second boolean not null default false,
	check (movement_id is not null or payment_id is not null),
	check (verdict <> 'match' or (movement_id is not null and payment_id is not null)),
	check (verdict <> 'wait' or movement_id is null)
);
create index reconciliation_decision_line on reconciliation_decision (movement_id, id) where movement_id is not null;
create index reconciliation_decision_payment on reconciliation_decision (payment_id, id) where payment_id is not null;
-- That the support was asked closes nothing. The second counts when another person said the same last and the word of both counts, even if the program fails to check it.
create function await_second_person() returns trigger language plpgsql as $$
declare
	first reconciliation_decision;
begin
	new.recorded_at := now();
	new.awaits_second := false;
	if new.movement_id is null or new.verdict in ('reopen', 'support') or not line_takes_two(new.movement_id) then
		return new;
	end if;
	select * into first from reconciliation_decision where movement_id = new.movement_id order by id desc limit 1;
	new.awaits_second := not coalesce(
		first.awaits_second and first.member_id <> new.member_id and first.verdict = new.verdict
			and first.payment_id is not distinct from new.payment_id
			and decision_counts(first.member_id, first.recorded_at) and decision_counts(new.member_id, now()),
		false);
	return new;
end $$;
create trigger reconciliation_decision_second before insert on reconciliation_decision
	for each row execute function await_second_person();
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
