-- Reconciliation: which line of a wallet is which payment's, what people said of the others, and the proof of the balance.

-- How far the machine has come with a wallet.
create table reconciliation_wallet (
	environment text not null,
	currency text not null,
	-- Lines older than the first payment made here are before our books; null while there is no payment.
	books_from timestamptz,
	last_movement_id bigint not null default 0,
	last_event_id bigint not null default 0,
	last_import_at timestamptz,
	-- Lines up to this one are in the proofs that were kept.
	proved_movement_id bigint not null default 0,
	reconciled_at timestamptz not null,
	primary key (environment, currency)
);

-- The machine's word on a line, revised as long as no person has spoken. A line without a row is before our books or not yet read.
create table reconciliation_line (
	movement_id bigint primary key references movement,
	environment text not null,
	currency text not null,
	status text not null check (status in ('matched', 'open', 'ambiguous', 'unexplained')),
	how text check (how in ('time', 'only', 'order', 'person')),
	payment_id text references payment,
	-- Of a transaction that was not started here and that somebody imported.
	transaction_reference text,
	-- The lines and payments that cannot be told apart share one.
	group_id text,
	changed_at timestamptz not null,
	check (status <> 'matched' or payment_id is not null or transaction_reference is not null)
);
create unique index reconciliation_one_line on reconciliation_line (payment_id) where payment_id is not null;
create unique index reconciliation_one_transaction on reconciliation_line (environment, transaction_reference)
	where transaction_reference is not null;
create index reconciliation_line_waiting on reconciliation_line (environment, currency, status, movement_id)
	where status in ('ambiguous', 'unexplained');

-- Payments that are owed a line and have none for certain.
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

-- What people said, the newest word on a subject counts; `reopen` takes back what was said. Never changed, never deleted.
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

-- The proof of a calendar day of the business, as it was known when it was worked out; a later finding is a new row.
create table balance_proof (
	id bigint generated always as identity primary key,
	environment text not null,
	currency text not null,
	day date not null,
	status text not null check (status in ('proved', 'gap', 'no_look', 'cut')),
	-- Everything shown: looks, sums, the reading of fees, the gap and what could explain it.
	proof jsonb not null,
	computed_at timestamptz not null
);
create index balance_proof_newest on balance_proof (environment, currency, day desc, id desc);

create function refuse_rewriting() returns trigger language plpgsql as $$
begin
	raise exception '% is append-only', tg_table_name;
end $$;
create trigger reconciliation_decision_kept before update or delete on reconciliation_decision
	for each row execute function refuse_rewriting();
create trigger balance_proof_kept before update or delete on balance_proof for each row execute function refuse_rewriting();

-- Lines and payments of the same facts, in the order of time: what the matching reads.
create index movement_by_facts on movement (environment, currency, type, amount, created_at);
create index payment_by_facts on payment (environment, currency, kind, amount, created_at);
