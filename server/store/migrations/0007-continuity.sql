-- The wallet is the witness: how far each worker has known the wallets, and wallets from which nothing is sent until they were read.

-- The newest look and line that the database had at the worker's last sign of life: an order that no clock can turn round.
alter table worker add column look_id bigint, add column movement_id bigint;

-- When a look was written, by the database's clock: the clock of signs of life and permits.
alter table wallet_look add column kept_at timestamptz;
update wallet_look set kept_at = first_fetched_at;
alter table wallet_look alter column kept_at set default now(), alter column kept_at set not null;

-- While a row exists no payout leaves from its wallet. It outlives whoever found the gap and whoever tries to prove.
create table continuity_gap (
	environment text not null,
	currency text not null,
	-- The last sign of life before; null when there never was one.
	since timestamptz,
	look_id bigint,
	movement_id bigint,
	cause text not null check (cause in ('start', 'pause', 'clock', 'went_back')),
	detected_at timestamptz not null,
	-- The newest event of a payment when it was found: what was asked for later cannot have left before.
	event_id bigint not null,
	tries integer not null default 0,
	-- By the database's clock.
	retry_at timestamptz not null default now(),
	-- Why the wallet could not be read at the last try.
	fault text,
	-- What the wallet shows, and the payouts that it may be; null while nobody knows.
	finding jsonb,
	version integer not null default 1,
	primary key (environment, currency)
);
