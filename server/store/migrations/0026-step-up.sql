-- A fresh proof that it is really this member, for one purpose, and where it says what: for that alone.
create table step_up (
	id text primary key,
	member_id text not null references member (id),
	session_key text not null,
	purpose text not null check (purpose in ('approve', 'settle', 'settings', 'members', 'export', 'account')),
	-- Of the whole list of what is approved or settled; null where the purpose alone counts.
	digest text,
	-- What makes the challenge one of its kind; the challenge is reckoned from it, from purpose and digest.
	nonce text not null,
	created_at timestamptz not null,
	method text check (method in ('passkey', 'totp', 'recovery_code', 'password')),
	proved_at timestamptz,
	check ((digest is not null) = (purpose in ('approve', 'settle'))),
	check ((method is null) = (proved_at is null))
);
create index step_up_session on step_up (session_key, purpose, proved_at);
create index step_up_age on step_up (created_at);

-- Each thing on the list is done once.
create table step_up_subject (
	step_up_id text not null references step_up (id) on delete cascade,
	digest text not null,
	used_at timestamptz,
	primary key (step_up_id, digest)
);
