-- Programs that run: each writes its row every few seconds. Of what must be equal on all machines it has values or digests.
create unlogged table program (
	id text primary key,
	kind text not null check (kind in ('web', 'worker')),
	machine text not null,
	version text not null,
	currencies text not null,
	-- A digest with a salt of this database.
	session_password text not null,
	started_at timestamptz not null,
	seen_at timestamptz not null
);
