-- The question about a balance that people share, whichever web program they ask: who asks at this moment, and until when the
-- newest look is known to hold. Forgotten in a crash, and written without waiting for a disk.
create table balance_question (
	environment text not null,
	currency text not null,
	-- By the database's clock, while somebody asks.
	asked_at timestamptz,
	-- Whoever waits for the answer counts: clocks of programs may differ.
	answers bigint not null default 0,
	-- The service repeated what this look says, at that time by the clock of who asked.
	look_id bigint,
	held_at timestamptz,
	primary key (environment, currency)
);
alter table balance_question set unlogged;
