-- The audit log: each entry's hash covers the one before it.

create table audit_entry (
	id bigint generated always as identity primary key,
	at timestamptz not null,
	member_id text references member,
	-- As it was then; null where Cauri itself acted.
	member_name text,
	action text not null,
	subject_kind text not null,
	subject_id text,
	details jsonb not null,
	-- The request's address and its browser's own description. Null: Cauri wrote the entry itself.
	address text,
	user_agent text,
	-- The database's account that wrote it, by the trigger below.
	written_by text not null default current_user,
	previous_hash text not null,
	hash text not null
);
create index audit_entry_subject on audit_entry (subject_id, id);
-- For a member's last sign-in.
create index audit_entry_sign_in on audit_entry (member_id, at) where action = 'session.started';

create function refuse_change() returns trigger language plpgsql as $$
begin
	raise exception 'the audit record is append-only';
end $$;
create trigger audit_entry_append_only before update or delete on audit_entry for each row execute function refuse_change();
create trigger audit_entry_no_truncate before truncate on audit_entry for each statement execute function refuse_change();

-- Nobody writes in another account's name: the hash covers this column, and the web program cannot write as the worker.
create function note_writer() returns trigger language plpgsql as $$
begin
	new.written_by := current_user;
	if new.written_by = 'cauri_web' and new.action = 'payment.sending' then
		raise exception 'the worker alone sends';
	end if;
	return new;
end $$;
create trigger audit_entry_written_by before insert on audit_entry for each row execute function note_writer();

-- A worker's signature over the chain up to an entry, with a key that no database holds. No reference to the entry: a check
-- names a signature whose entry is gone.
create table audit_seal (
	entry bigint primary key,
	hash text not null,
	at timestamptz not null,
	-- The worker's public Ed25519 key, base64url.
	key text not null,
	signature text not null
);
create trigger audit_seal_append_only before update or delete on audit_seal for each row execute function refuse_change();
create trigger audit_seal_no_truncate before truncate on audit_seal for each statement execute function refuse_change();
