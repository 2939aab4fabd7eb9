-- Batches: many payouts that are requested, approved and sent together. A row becomes an ordinary payment when it is requested.

create table batch (
	id text primary key,
	environment text not null,
	name text not null,
	version integer not null default 1,
	maker_id text not null references member,
	idempotency_key text not null,
	request_digest text not null,
	created_at timestamptz not null,
	-- Null: a draft.
	requested_at timestamptz,
	cancelled_at timestamptz,
	paused_at timestamptz,
	paused_by text references member,
	-- As many failed rows pause it by themselves. Whoever resumes it accepts those there are.
	failure_limit integer not null default 1,
	failures_accepted integer not null default 0,
	-- The batch whose rows this draft began with: the payments of last time, or those that an approver sent back with a reason.
	based_on text references batch,
	sent_back_by text references member,
	sent_back_reason text
);
create unique index batch_idempotency on batch (maker_id, idempotency_key);
create index batch_newest on batch (environment, created_at desc, id desc);

-- A row as it was typed or read. `facts` is what it would pay, null while it cannot be read; a row with `faults` is not paid.
-- `changed_by`: members other than the maker who changed it, and who therefore do not approve it.
create table batch_row (
	batch_id text not null references batch,
	n integer not null,
	destination text not null,
	amount text not null,
	currency text not null,
	operator text not null,
	country text not null,
	name text not null,
	purpose text not null,
	left_out text,
	duplicate_reason text,
	facts jsonb,
	faults jsonb not null default '[]',
	warnings jsonb not null default '[]',
	version integer not null default 1,
	changed_by text[] not null default '{}',
	primary key (batch_id, n)
);
create index batch_row_number on batch_row ((facts ->> 'number'));

-- The name as it was when the payout was requested, and the row of the batch that it came from: one payment per row, for ever.
alter table payment
	add recipient_name text,
	add batch_id text references batch,
	add batch_row integer;
create unique index payment_batch_row on payment (batch_id, batch_row) where batch_id is not null;
create index payment_batch_state on payment (batch_id, state) where batch_id is not null;
create index payment_batch_waiting on payment (batch_id) where batch_id is not null and state = 'approved';
-- Approved payouts in the order in which they leave: server/payment-records/waiting-payouts.ts.
create index payment_leaving on payment (environment, currency, (batch_id is not null), created_at, id)
	include (amount, waits_until, batch_id) where kind = 'payout' and state = 'approved';

-- Rows that failed or have no answer.
create function batch_failures(of_batch batch) returns integer language sql stable as $$
	select count(*)::integer from payment where batch_id = of_batch.id and state in ('failed', 'refused', 'not_sent', 'may_have_left', 'unknown', 'needs_review')
$$;

create function is_batch_paused(of_batch batch) returns boolean language sql stable as $$
	select of_batch.paused_at is not null
		or batch_failures(of_batch) - of_batch.failures_accepted >= of_batch.failure_limit
$$;

-- Of the batches with payouts that wait to leave. Each is found with one step through the index, whatever it has waiting.
create function paused_batches() returns setof text language sql stable as $$
	with recursive waiting as (
		(select batch_id from payment where batch_id is not null and state = 'approved' order by batch_id limit 1)
		union all
		select (select batch_id from payment where batch_id > waiting.batch_id and state = 'approved' order by batch_id limit 1)
		from waiting where waiting.batch_id is not null
	)
	select id from waiting join batch on batch.id = waiting.batch_id where is_batch_paused(batch)
$$;
