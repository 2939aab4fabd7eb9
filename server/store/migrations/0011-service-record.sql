-- Counts of the service's behaviour, without personal data. Few rows by design (see keep-observations.ts).
create table observation (
	kind text not null check (kind in ('status', 'answer', 'error', 'latency', 'order', 'unknown_field', 'missing_field', 'drift')),
	endpoint text not null check (length(endpoint) <= 20),
	-- The observed value: a status, an HTTP status, the shape of an error, the upper bound of a latency in ms, a field.
	value text not null check (length(value) <= 120),
	count bigint not null check (count > 0),
	first_at timestamptz not null,
	last_at timestamptz not null,
	-- The longest latency, in milliseconds.
	max_ms integer,
	-- The newest answer of its kind, anonymised: every letter and digit of its values is replaced.
	example text check (length(example) <= 600),
	primary key (kind, endpoint, value)
);

-- The web program's questions to the service, which the worker answers because it alone has the keys. A row lives while its asker
-- waits; it is unlogged: lost in a crash, and written without waiting for a disk.
create unlogged table service_question (
	id bigint generated always as identity primary key,
	environment text not null,
	kind text not null check (kind in ('balance', 'detail', 'history', 'status')),
	-- A currency, or the reference of a transaction.
	subject text not null,
	asked_at timestamptz not null default clock_timestamp(),
	taken_at timestamptz,
	answer text,
	-- The W3C traceparent of the request that asks.
	trace text check (length(trace) <= 55)
);
