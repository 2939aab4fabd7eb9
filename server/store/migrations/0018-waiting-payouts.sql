-- A service that is away for an hour voids no approval: payouts wait at the balance that is read before them, and say so.

-- One row a wallet, while its balance cannot be read. Nothing has left of what waits: it stands before its permit.
create table payout_wait (
	environment text not null,
	currency text not null,
	reason text not null check (reason in ('service_away', 'service_busy', 'balance_unread')),
	-- Why, in our words or the service's.
	note text check (char_length(note) <= 300),
	-- By the desk's clock, for people: since when for this reason.
	since timestamptz not null,
	looks integer not null,
	-- By the database's clock: before then nobody asks.
	look_at timestamptz not null,
	primary key (environment, currency)
);
