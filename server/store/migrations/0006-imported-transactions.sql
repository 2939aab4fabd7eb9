-- References started elsewhere that people brought here. Which of them are ours is the payment table's word, so it is not repeated.
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
	-- Why it could not be read; short, from the service where it gave a word.
	reason text,
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
-- What may explain a line of the wallet.
create index imported_transaction_facts on imported_transaction (environment, currency, amount) where state = 'found';
