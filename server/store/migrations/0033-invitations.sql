-- Members come by a link that is used once, and choose their own password; so does the first admin of a desk without members.

create table invitation (
	-- Becomes the member's.
	id text primary key,
	email text not null,
	name text not null,
	-- What they shall be; until a second admin agrees to it they come as a viewer.
	role text not null check (role in ('viewer', 'maker', 'approver', 'admin')),
	locale text not null check (locale in ('en', 'fr')),
	-- SHA-256 of the 256 random bits in the link, hex.
	token_hash text not null unique check (token_hash ~ '^[0-9a-f]{64}$'),
	-- Who made the link that counts, and has seen it: the role is asked for in their name, and another admin confirms it.
	invited_by text not null references member (id),
	-- All times are the database's own.
	invited_at timestamptz not null default now(),
	issued_at timestamptz not null default now(),
	expires_at timestamptz not null default now(),
	mailed_at timestamptz,
	ended text check (ended in ('accepted', 'revoked')),
	ended_at timestamptz,
	check ((ended is null) = (ended_at is null))
);
-- One link leads to one person.
create unique index invitation_one on invitation (email) where ended_at is null;

create function guard_invitation() returns trigger language plpgsql as $$
declare
	is_new_link boolean := tg_op = 'INSERT' or new.token_hash <> old.token_hash;
	changing text[] := array['token_hash', 'invited_by', 'issued_at', 'expires_at', 'mailed_at', 'ended', 'ended_at'];
begin
	if tg_op = 'UPDATE' and (to_jsonb(new) - changing <> to_jsonb(old) - changing
		or old.ended is not null) then
		raise exception 'an invitation stands as it was made, and ends once';
	end if;
	if tg_op = 'INSERT' then
		new.invited_at := now();
	end if;
	if is_new_link then
		if new.ended is not null
			or not exists (select from member where id = new.invited_by and role = 'admin' and disabled_at is null) then
			raise exception 'an admin invites';
		end if;
		new.issued_at := now();
		new.expires_at := now() + interval '7 days';
		new.mailed_at := null;
	elsif new.invited_by <> old.invited_by or new.issued_at <> old.issued_at or new.expires_at <> old.expires_at then
		raise exception 'a link counts for seven days';
	end if;
	if new.ended = 'accepted' and now() >= old.expires_at then
		raise exception 'a link that is over opens nothing';
	end if;
	new.ended_at := case when new.ended is not null then now() end;
	return new;
end $$;
create trigger invitation_once before insert or update on invitation
	for each row execute function guard_invitation();

-- Made by the machine's owner at a start without members, good for the first one. Used up, it is gone.
create table set_up_link (
	token_hash text primary key check (token_hash ~ '^[0-9a-f]{64}$'),
	created_at timestamptz not null default now(),
	expires_at timestamptz not null
);

-- The digest of the link that this transaction was opened with; null without one. Rows hold digests alone: a link is not made of them.
create function link_in_hand() returns text language sql stable as $$
	select encode(sha256(convert_to(nullif(current_setting('cauri.link', true), ''), 'UTF8')), 'hex')
$$;

-- A password that somebody else has set is good for so long.
alter table member add column password_temporary_until timestamptz;
update member set password_temporary_until = now() + interval '72 hours' where password_temporary;

-- As it was (0032), with an end of temporary passwords, with members who chose theirs by a link, and with the first one.
create or replace function guard_member() returns trigger language plpgsql as $$
declare
	was integer := case when tg_op = 'UPDATE' then member_rank(old.role, old.disabled_at) else 0 end;
	will integer := member_rank(new.role, new.disabled_at);
	is_new_password boolean := tg_op = 'INSERT';
	is_own boolean := false;
	is_reset boolean := false;
	is_owner boolean := is_owner_at_work();
	-- Set for one transaction on the way back from the provider (server/single-sign-on).
	is_provided boolean := coalesce(current_setting('cauri.provided_member', true), '') = new.id;
	second_admin text;
begin
	new.version := 1;
	new.decides_from := null;
	new.password_temporary := false;
	new.password_temporary_until := null;
	if tg_op = 'INSERT' and link_in_hand() is not null then
		is_own := exists (
			select from invitation where id = new.id and token_hash = link_in_hand() and email = new.email and name = new.name
				and ended is null and expires_at > now()
		);
		if not is_own and not exists (select from member) then
			delete from set_up_link where token_hash = link_in_hand() and expires_at > now();
			is_owner := is_owner or found;
		end if;
	end if;
	if tg_op = 'UPDATE' then
		if new.id <> old.id then
			raise exception 'a member stays the same person';
		end if;
		is_new_password := new.password_hash <> old.password_hash;
		is_own := is_new_password and coalesce(current_setting('cauri.own_password', true), '') = new.id;
		new.version := old.version
			+ case when is_new_password or new.role <> old.role or new.disabled_at is distinct from old.disabled_at then 1 else 0 end;
		new.decides_from := old.decides_from;
		new.password_temporary := old.password_temporary;
		new.password_temporary_until := old.password_temporary_until;
	end if;
	if is_provided and is_new_password and new.password_hash <> 'none' then
		raise exception 'the provider gives no password';
	end if;
	if is_provided and tg_op = 'UPDATE' and not exists (select from member_identity where member_id = new.id) then
		raise exception 'the provider does not know this member';
	end if;
	if is_new_password then
		-- Without a password there is none to change.
		new.password_temporary := not is_own and not is_owner and new.password_hash <> 'none';
		new.password_temporary_until := case when new.password_temporary then now() + interval '72 hours' end;
	end if;
	-- A password set for somebody who is disabled would wait for the day they are let in again.
	if tg_op = 'UPDATE' and is_new_password and not is_own and not is_provided then
		is_reset := greatest(member_rank(old.role, null), member_rank(new.role, null)) > 0;
	end if;
	if not is_owner and not is_provided and (will > was or is_reset) then
		if tg_op = 'INSERT' then
			second_admin := spend_change('member_added', new.id, '{}',
				jsonb_build_object('email', new.email, 'name', new.name, 'role', new.role), new.password_hash);
		else
			second_admin := spend_change('member_changed', new.id,
				jsonb_build_object('role', old.role, 'disabled', old.disabled_at is not null, 'version', old.version),
				jsonb_build_object('role', new.role, 'disabled', new.disabled_at is not null, 'password', is_new_password),
				case when is_new_password then new.password_hash end);
		end if;
	end if;
	-- What they said before they lost the right stays without weight; whom no second admin has looked at waits a day.
	if will >= 2 and was < 2 then
		new.decides_from := case when is_owner or second_admin is not null then now() else now() + interval '24 hours' end;
	-- Two admins have looked at somebody whom the provider alone had made a maker.
	elsif will > was and (is_owner or second_admin is not null) and new.decides_from > now() then
		new.decides_from := now();
	end if;
	-- Also who may only ask, and also one who could approve and now administers.
	if will > 0 and (is_provided and will > was or coalesce(current_setting('cauri.linked_member', true), '') = new.id) then
		new.decides_from := now() + interval '24 hours';
	end if;
	return new;
end $$;

-- When a member signed in last is asked of the record.
create index audit_entry_sign_in on audit_entry (member_id, at) where action = 'session.started';
