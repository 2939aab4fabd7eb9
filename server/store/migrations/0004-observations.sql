-- What the service has done so far: facts without personal data, counted. Few rows by design (see keep-observations.ts).
create table observation (
	kind text not null check (kind in ('status', 'answer', 'error', 'latency', 'order', 'unknown_field', 'missing_field', 'drift')),
	endpoint text not null check (length(endpoint) <= 20),
	-- What was seen: a status word, an HTTP status, the shape of an error, the upper bound of a latency in ms, a field.
	word text not null check (length(word) <= 120),
	count bigint not null check (count > 0),
	first_at timestamptz not null,
	last_at timestamptz not null,
	-- The longest, in milliseconds; of latencies alone.
	max_ms integer,
	-- The newest answer of its kind with every letter and digit of its values struck out.
	example text check (length(example) <= 600),
	primary key (kind, endpoint, word)
);
