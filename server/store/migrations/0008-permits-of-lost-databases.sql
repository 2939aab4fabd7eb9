-- A worker that knows this database from outside of it vouches for it to machines that are new.
alter table worker add column knows_database boolean not null default false;

-- Permits that stand in a machine's journal and have no attempt here: a database that is gone gave them.
create table forgotten_permit (
	attempt_id text primary key,
	payment_id text not null,
	kind text not null,
	amount numeric(20, 2) not null,
	currency text not null,
	phone_number text not null,
	environment text not null,
	worker_id text not null,
	-- By the clock of the machine that sent, and by the lost database's.
	sent_at timestamptz not null,
	permitted_at timestamptz not null,
	found_at timestamptz not null
);
