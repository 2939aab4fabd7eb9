-- Members, their sign-in, and notices about their own account.

create table member (
	id text primary key,
	email text not null unique check (email = lower(email)),
	name text not null,
	role text not null check (role in ('viewer', 'maker', 'approver', 'admin')),
	-- 'none': the member signs in only through the identity provider.
	password_hash text not null,
	-- Language and theme follow the member; null: the browser's choice.
	locale text check (locale in ('en', 'fr')),
	theme text check (theme in ('system', 'light', 'dark')),
	disabled_at timestamptz,
	created_at timestamptz not null,
	-- Only the triggers write the six columns below. It rises with role, disabling and password, so that a change applies only to
	-- the member state that was reviewed.
	version integer not null default 1,
	-- Somebody else set the password: the member must change it at the next sign-in and cannot decide anything before.
	password_temporary boolean not null default false,
	password_temporary_until timestamptz,
	-- The member's decisions count from this time. Null: the member never had the right to decide.
	decides_from timestamptz,
	-- The time at which the member last lost a right to decide, unless by the machine's owner.
	rights_until timestamptz,
	-- Until then a first factor counts at once: two admins, the machine's owner or a stricter policy required it.
	factor_expected_until timestamptz
);

-- An admin whose confirmation counts now.
create function may_confirm(of_member text) returns boolean language sql stable as $$
	select exists (
		select from member where id = of_member and role = 'admin' and disabled_at is null
			and not password_temporary and (decides_from is null or decides_from <= now())
	)
$$;

-- True when an admin could confirm what the groups of the identity provider give this member.
create function is_admin_there(of_member text) returns boolean language sql stable as $$
	select exists (select from member where id <> of_member and may_confirm(id))
$$;

-- True when nobody else could confirm this admin's request. Who lost a right to decide in the last 14 days counts too, so that
-- nobody becomes the only one by disabling those who would object.
create function is_alone(of_admin text) returns boolean language sql stable as $$
	select not exists (
		select from member where id <> of_admin and (may_confirm(id) or rights_until > now() - interval '14 days')
	)
$$;

-- True when somebody who could have objected since then was kept from it.
create function is_right_lost_since(at timestamptz) returns boolean language sql stable as $$
	select exists (select from member where rights_until >= at)
$$;

-- A decision counts when the member had the right at that time and has kept it ever since.
create function decision_counts(of_member text, of_recorded_at timestamptz) returns boolean language sql stable as $$
	select exists (
		select from member where id = of_member and role in ('approver', 'admin') and disabled_at is null
			and not password_temporary and (decides_from is null or decides_from <= of_recorded_at)
	)
$$;

-- The digest of the link that opened this transaction; null without one. Rows hold only digests, so no link can be made from
-- them.
create function link_in_hand() returns text language sql stable as $$
	select encode(sha256(convert_to(nullif(current_setting('cauri.link', true), ''), 'UTF8')), 'hex')
$$;

-- Two admins add a member with rights, raise a role, enable a member, or set another's password. Exceptions: the machine's owner,
-- an invitation's link, and the identity provider (no password; a role by groups only where no admin could confirm it, and then its
-- decisions count a day later).
create function guard_member() returns trigger language plpgsql as $$
declare
	was integer := case when tg_op = 'UPDATE' then member_rank(old.role, old.disabled_at) else 0 end;
	will integer := member_rank(new.role, new.disabled_at);
	is_new_password boolean := tg_op = 'INSERT';
	is_own boolean := false;
	is_owner boolean := is_owner_at_work();
	-- Set for one transaction on the way back from the provider (server/single-sign-on).
	is_provided boolean := coalesce(current_setting('cauri.provided_member', true), '') = new.id;
	second_admin text;
begin
	new.version := 1;
	-- A statement may postpone this time, never bring it forward.
	new.decides_from := case when tg_op = 'UPDATE' then greatest(old.decides_from, new.decides_from) end;
	new.rights_until := case when tg_op = 'UPDATE' then case when was >= 2 and will < was and not is_owner then now() else old.rights_until end end;
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
		new.password_temporary := old.password_temporary;
		new.password_temporary_until := old.password_temporary_until;
	end if;
	if is_provided and is_new_password and new.password_hash <> 'none' then
		raise exception 'the provider gives no password';
	end if;
	if is_provided and tg_op = 'UPDATE' and not exists (select from member_identity where member_id = new.id) then
		raise exception 'the provider does not know this member';
	end if;
	if is_provided and will > was and is_admin_there(new.id) then
		is_provided := false;
	end if;
	if is_new_password then
		-- Without a password there is none to change.
		new.password_temporary := not is_own and not is_owner and new.password_hash <> 'none';
		new.password_temporary_until := case when new.password_temporary then now() + interval '72 hours' end;
	end if;
	if not is_owner and not is_provided then
		if tg_op = 'INSERT' then
			second_admin := guard_change('member_added', new.id, '{}',
				jsonb_build_object('email', new.email, 'name', new.name, 'role', new.role), new.password_hash);
		else
			second_admin := guard_change('member_changed', new.id,
				jsonb_build_object('role', old.role, 'disabled', old.disabled_at is not null, 'version', old.version),
				jsonb_build_object('role', new.role, 'disabled', new.disabled_at is not null, 'password', is_new_password and not is_own),
				case when is_new_password then new.password_hash end);
		end if;
	end if;
	-- Decisions from before the loss of the right stay without effect. A member that no second admin reviewed waits a day.
	if will > was and (will >= 2 and was < 2 or is_provided or new.decides_from > now()) then
		new.decides_from := case when is_owner or second_admin is not null then now() else now() + interval '24 hours' end;
	end if;
	return new;
end $$;
create trigger member_two_admins before insert or update on member
	for each row execute function guard_member();

-- Links members to the business's identity provider.
create table member_identity (
	issuer text not null,
	-- The provider's own identifier for the person; it stays when their e-mail changes.
	subject text not null check (char_length(subject) between 1 and 255),
	member_id text not null references member,
	linked_at timestamptz not null,
	-- When the provider last let the person in; null: its groups gave nothing at their last sign-in there.
	admitted_at timestamptz default now(),
	primary key (issuer, subject),
	-- A member has one identity there.
	unique (issuer, member_id)
);
create index member_identity_member on member_identity (member_id);

-- Without a password, only the provider can sign the member in.
create function require_identity() returns trigger language plpgsql as $$
begin
	if not exists (select from member_identity where member_id = new.id) then
		raise exception 'a member without a password is known to the provider';
	end if;
	return null;
end $$;
create constraint trigger member_way_in after insert or update of password_hash on member
	deferrable initially deferred for each row when (new.password_hash = 'none') execute function require_identity();

-- An administrator of the provider can link an account to a member with rights. A second factor proves the person; without one,
-- the member's decisions do not count for a day.
create function hold_linked_member() returns trigger language plpgsql as $$
begin
	update member set decides_from = now() + interval '24 hours'
		where id = new.member_id and member_rank(role, null) > 0 and not has_factor(id);
	return null;
end $$;
create trigger member_identity_held after insert on member_identity
	for each row execute function hold_linked_member();

create table session (
	id_hash text primary key,
	-- A session's id changes over time; its key stays, and other rows and the audit log refer to it.
	key text not null default replace(gen_random_uuid()::text, '-', ''),
	member_id text not null references member,
	created_at timestamptz not null,
	last_seen_at timestamptz not null,
	ended_at timestamptz,
	user_agent text,
	renewed_from text,
	renewed_at timestamptz,
	factor text check (factor in ('passkey', 'totp', 'recovery_code')),
	factor_at timestamptz
);
create unique index session_key on session (key);
create index session_of_member on session (member_id) where ended_at is null;
create index session_renewed_from on session (renewed_from) where renewed_from is not null;

-- Sessions that began at the identity provider, and the data that ends them there. A session without a row began at the desk.
create table provider_session (
	session_key text primary key references session (key) on delete cascade,
	issuer text not null,
	-- The ID token, sealed: the provider requires it at sign-out.
	id_token text not null,
	-- The time at which the provider last verified the person; null: it does not say.
	proved_at timestamptz,
	-- The provider's own session identifier; null: it sent none.
	sid text
);
create index provider_session_sid on provider_session (issuer, sid) where sid is not null;

-- Logout tokens from the provider's server (OIDC back-channel logout). Each counts once.
create table provider_logout (
	issuer text not null,
	jti text not null check (char_length(jti) between 1 and 255),
	received_at timestamptz not null default now(),
	primary key (issuer, jti)
);
create index provider_logout_age on provider_logout (received_at);

-- Delays guesses by account and address together.
create table sign_in_delay (
	key text primary key,
	kind text not null check (kind in ('pair', 'browser', 'account', 'address')),
	account text,
	failures integer not null,
	blocked_until timestamptz not null
);
create index sign_in_delay_account on sign_in_delay (account);
create index sign_in_delay_age on sign_in_delay (blocked_until);

-- Browsers where a member signed in before: a digest of their cookie. It grants no access; other people's guesses do not delay
-- them.
create table known_browser (
	id text primary key,
	token_hash text not null,
	member_id text not null references member,
	created_at timestamptz not null,
	last_used_at timestamptz not null,
	-- The time at which its member passed a second step there.
	passed_at timestamptz,
	unique (token_hash, member_id)
);
create index known_browser_member on known_browser (member_id, last_used_at desc);

-- Wrong passwords by account and hour: the audit log gets the first and a count. An empty member: names that nobody has.
create table sign_in_guess (
	hour timestamptz not null,
	member_id text not null,
	guesses integer not null check (guesses > 0),
	told integer not null default 0 check (told between 0 and guesses),
	primary key (hour, member_id)
);

-- Members join by a link that works once, and choose their own password.
create table invitation (
	-- Becomes the member's id.
	id text primary key,
	email text not null,
	name text not null,
	-- The intended role; until a second admin confirms it the member is a viewer.
	role text not null check (role in ('viewer', 'maker', 'approver', 'admin')),
	locale text not null check (locale in ('en', 'fr')),
	-- SHA-256 of the 256 random bits in the link, hex.
	token_hash text not null unique check (token_hash ~ '^[0-9a-f]{64}$'),
	-- The creator of the newest link, who has seen it: the role is requested in their name, and another admin confirms it.
	invited_by text not null references member,
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

-- The machine's owner creates it at a start without members, for the first admin. It is deleted after use.
create table set_up_link (
	token_hash text primary key check (token_hash ~ '^[0-9a-f]{64}$'),
	created_at timestamptz not null default now(),
	expires_at timestamptz not null
);

-- Notices about a member's own account, shown until acknowledged and mailed where the desk sends mail.
create table notice (
	id text primary key,
	member_id text not null references member,
	kind text not null,
	details jsonb not null,
	created_at timestamptz not null,
	seen_at timestamptz
);
create index notice_unseen on notice (member_id, id) where seen_at is null;
create index notice_age on notice (seen_at) where seen_at is not null;

-- A notice never changes; its member acknowledges it once.
create function guard_notice() returns trigger language plpgsql as $$
begin
	if to_jsonb(new) - 'seen_at' <> to_jsonb(old) - 'seen_at' or old.seen_at is not null then
		raise exception 'a notice stands as it was given';
	end if;
	return new;
end $$;
create trigger notice_kept before update on notice for each row execute function guard_notice();
