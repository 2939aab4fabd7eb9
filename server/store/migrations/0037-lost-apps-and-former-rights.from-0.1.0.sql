-- An authenticator app whose first code is still missing. It may replace the member's app, which stays until then.
create table new_totp (
	member_id text primary key references member,
	-- Sealed for the session that asked for it.
	secret text not null,
	created_at timestamptz not null
);

create or replace function guard_new_factor() returns trigger language plpgsql as $$
declare
	is_first boolean;
begin
	if tg_op = 'UPDATE' then
		-- An app becomes a factor with its first code, also one that replaces another; no other update makes it count.
		if tg_table_name <> 'totp' or to_jsonb(new) ->> 'confirmed_at' is null
			or to_jsonb(new) ->> 'confirmed_at' = to_jsonb(old) ->> 'confirmed_at' then
			new.counts_from := case when is_owner_at_work() then new.counts_from else old.counts_from end;
			return new;
		end if;
	elsif tg_table_name = 'totp' and to_jsonb(new) ->> 'confirmed_at' is null then
		return new;
	end if;
	is_first := not has_factor(new.member_id);
	-- Needs a session of the member; if they have a factor, one where it was proved.
	if not is_owner_at_work() and not exists (
		select from session where key = current_setting('cauri.session', true) and member_id = new.member_id and ended_at is null
			and (is_first or factor is not null)
	) then
		raise exception 'a second factor is added by its holder';
	end if;
	if tg_table_name = 'recovery_code' then
		-- Recovery codes with the first factor count as it does; renewed ones a day later.
		select case when is_owner_at_work() then now() when min(counts_from) >= now() then min(counts_from)
				else now() + interval '24 hours' end into new.counts_from
			from (select counts_from from passkey where member_id = new.member_id
				union all select counts_from from totp where member_id = new.member_id and confirmed_at is not null) as held;
		return new;
	end if;
	new.counts_from := factor_counts_from(new.member_id);
	-- It replaces a password that others may know: until then its holder's decisions do not count.
	if is_first and new.counts_from > now() then
		update member set decides_from = new.counts_from where id = new.member_id;
	end if;
	return new;
end $$;

create or replace function guard_member() returns trigger language plpgsql as $$
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
	new.rights_until := case when tg_op = 'UPDATE' then case
		when was >= 2 and will < was and not is_owner then now()
		-- Whom the machine's owner disables no longer counts as present, and stays guarded.
		when is_owner and new.disabled_at is not null and new.disabled_at is distinct from old.disabled_at and old.rights_until is not null
			then least(old.rights_until, now() - interval '14 days')
		else old.rights_until end end;
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
				jsonb_build_object('role', old.role, 'disabled', old.disabled_at is not null, 'version', old.version)
					|| case when old.rights_until is null then '{}' else '{"hadRights": true}'::jsonb end,
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
