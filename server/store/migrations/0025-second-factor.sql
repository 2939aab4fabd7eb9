-- A second factor beside the password: passkeys, a code that changes every half minute, and recovery codes for when both are lost.
create table passkey (
	-- Of the credential, base64url.
	id text primary key check (char_length(id) between 1 and 1400),
	member_id text not null references member (id),
	name text not null check (char_length(name) between 1 and 60),
	public_key bytea not null,
	-- Of signatures, as the authenticator counts them; one that goes backwards is a copy.
	counter bigint not null check (counter >= 0),
	transports jsonb not null,
	backed_up boolean not null,
	created_at timestamptz not null,
	last_used_at timestamptz
);
create index passkey_member on passkey (member_id);

create table totp (
	member_id text primary key references member (id),
	-- Sealed by a key of the desk's, never in clear.
	secret text not null,
	created_at timestamptz not null,
	-- Null: its first code has not been typed yet, and it counts for nothing.
	confirmed_at timestamptz,
	last_used_at timestamptz,
	-- Of the last code taken; that one and all before it are spent.
	last_step bigint
);

create table recovery_code (
	member_id text not null references member (id),
	code_hash text not null,
	created_at timestamptz not null,
	used_at timestamptz,
	primary key (member_id, code_hash)
);

-- What an authenticator was asked to sign; each is answered once.
create table webauthn_challenge (
	challenge text primary key,
	purpose text not null check (purpose in ('enrolment', 'second_step', 'passwordless')),
	-- Null before a sign-in.
	session_key text,
	created_at timestamptz not null
);
create index webauthn_challenge_age on webauthn_challenge (created_at);

-- The id of a session changes while it goes on; its key stays, and is what other rows and the record call it by.
alter table session
	add column key text,
	add column renewed_from text,
	add column renewed_at timestamptz,
	add column factor text check (factor in ('passkey', 'totp', 'recovery_code')),
	add column factor_at timestamptz;
update session set key = id_hash;
alter table session
	alter column key set default replace(gen_random_uuid()::text, '-', ''),
	alter column key set not null;
create unique index session_key on session (key);
create index session_renewed_from on session (renewed_from) where renewed_from is not null;

-- A desk where people already work is not closed to them overnight: an admin raises it. A new one asks approvers and admins.
insert into setting (name, value, changed_at, changed_by)
select 'second_factor', '{"policy": "off", "passwordless": true}', now(), null
where exists (select from member);
