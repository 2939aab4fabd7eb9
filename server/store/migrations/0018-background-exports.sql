-- Large exports: a worker writes the file, and its member downloads it until its term ends.
create table background_export (
	id text primary key,
	member_id text not null references member,
	-- Path and query by which the list itself would answer with the file.
	address text not null check (length(address) <= 2000),
	state text not null check (state in ('waiting', 'writing', 'ready', 'failed')),
	-- Only the newest try writes.
	tries integer not null default 0,
	file_name text,
	content_type text,
	rows_written bigint not null default 0,
	total_rows bigint,
	bytes bigint not null default 0,
	requested_at timestamptz not null,
	-- By the database's clock, so that another worker notices a try that stands still.
	progressed_at timestamptz not null default now(),
	finished_at timestamptz,
	kept_until timestamptz,
	check ((state = 'ready') <= (file_name is not null and content_type is not null and kept_until is not null))
);
create index background_export_member on background_export (member_id, id);

-- The file's bytes. Unlogged: they are in no backup and on no standby, and a worker writes a lost file again.
create unlogged table background_export_part (
	export_id text not null references background_export on delete cascade,
	place integer not null,
	bytes bytea not null,
	primary key (export_id, place)
);
