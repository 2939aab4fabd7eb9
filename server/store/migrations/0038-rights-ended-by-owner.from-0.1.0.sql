-- A member whose right the machine's owner took stays guarded too: one admin could otherwise set the password and remove the second
-- factor, and let a second admin confirm only the old role.
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
		-- A member whose right the machine's owner takes does not count as present.
		when is_owner and (was >= 2 and will < was
			or new.disabled_at is not null and new.disabled_at is distinct from old.disabled_at and old.rights_until is not null)
			then least(old.rights_until, now() - interval '14 days')
		when was >= 2 and will < was then now()
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

-- The trigger writes the column from a member's change alone.
alter table member disable trigger member_two_admins;
update member set rights_until = now() - interval '14 days'
	where disabled_at is not null and member_rank(role, null) >= 2 and rights_until is null;
alter table member enable trigger member_two_admins;
