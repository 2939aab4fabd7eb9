-- Transactions of the service that people looked up or imported by reference.

create table lookup (
	member_id text not null references member,
	environment text not null,
	reference text not null,
	found boolean not null,
	looked_up_at timestamptz not null,
	primary key (member_id, environment, reference)
);

-- References started elsewhere. The table of payments determines which are ours, so it is not repeated here.
create table imported_transaction (
	environment text not null,
	reference text not null,
	state text not null check (state in ('waiting', 'found', 'not_found', 'unreadable')),
	transaction_type text,
	amount numeric(20, 2),
	currency text,
	service_status text,
	created_at timestamptz,
	processed_at timestamptz,
	cause text constraint imported_transaction_cause_is_a_code check (cause ~ '^([a-z_]+|(status|redirect):\d{3})$'),
	imported_by text not null references member,
	imported_at timestamptz not null,
	-- Order within one import.
	position integer not null,
	last_checked_at timestamptz,
	next_check_at timestamptz,
	checks integer not null default 0,
	primary key (environment, reference)
);
create index imported_transaction_newest on imported_transaction (environment, imported_at desc, position, reference);
create index imported_transaction_due on imported_transaction (environment, next_check_at) where next_check_at is not null;
-- Imported transactions that may explain a wallet line.
create index imported_transaction_facts on imported_transaction (environment, currency, amount) where state = 'found';
