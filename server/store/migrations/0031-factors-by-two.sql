-- What a member proves beside the password, and of whom it is asked, is taken away by two admins, as whatever loosens.

-- As lib/second-factor-policy.ts reads the setting: what is missing or unreadable asks approvers and admins.
create function second_factor_rules(of_value jsonb) returns jsonb language sql immutable as $$
	select case when of_value ->> 'policy' in ('off', 'approvers', 'everybody')
		then jsonb_build_object('policy', of_value -> 'policy',
			'passwordless', not (of_value ? 'passwordless') or of_value -> 'passwordless' = 'true')
		else '{"policy": "approvers", "passwordless": true}' end
$$;
-- Fewer people would have to have one, or fewer steps be asked of them.
create function second_factor_loosens(before jsonb, after jsonb) returns boolean language sql immutable as $$
	select array_position(array['off', 'approvers', 'everybody'], after ->> 'policy')
			< array_position(array['off', 'approvers', 'everybody'], before ->> 'policy')
		or after -> 'passwordless' = 'true' and before -> 'passwordless' = 'false'
$$;

-- As it was, and the rules of the second factor.
create or replace function guard_setting() returns trigger language plpgsql as $$
declare
	was jsonb := case when tg_op <> 'INSERT' then old.value end;
	will jsonb := case when tg_op <> 'DELETE' then new.value end;
	about text := case when tg_op = 'INSERT' then new.name else old.name end;
	word text;
begin
	if tg_op = 'UPDATE' and new.name <> old.name then
		raise exception 'a setting keeps its name';
	end if;
	if is_owner_at_work() then
		return null;
	end if;
	if about = 'final_failures' then
		for word in select listed_failures(will) except select listed_failures(was) loop
			perform spend_change('final_failure', word, '{"listed": false}', '{"listed": true}', null);
		end loop;
	elsif about = 'payment_expiry' then
		if (payment_minutes(will) ->> 'payoutMinutes')::numeric > (payment_minutes(was) ->> 'payoutMinutes')::numeric
			or (payment_minutes(will) ->> 'depositMinutes')::numeric > (payment_minutes(was) ->> 'depositMinutes')::numeric then
			perform spend_change('payment_expiry', 'payment_expiry', payment_minutes(was), payment_minutes(will), null);
		end if;
	elsif about = 'second_factor' then
		if second_factor_loosens(second_factor_rules(was), second_factor_rules(will)) then
			perform spend_change('second_factor_policy', 'second_factor', second_factor_rules(was), second_factor_rules(will), null);
		end if;
	-- A wallet in doubt wants a word for each of its payouts, and goes without this one.
	elsif about = 'database_doubt' and was ->> 'kind' <> 'wallet_unproved' and will is distinct from was then
		perform spend_change('database_doubt', was ->> 'id', '{"acknowledged": false}', '{"acknowledged": true}', null);
	end if;
	return null;
end $$;

-- What of a member's factors counts, and what they may do. Recovery codes are for a loss, and no factor of their own.
create function factors_of(of_member text) returns jsonb language sql stable as $$
	select jsonb_build_object('role', role,
		'passkeys', (select count(*) from passkey where member_id = of_member),
		'app', exists (select from totp where member_id = of_member and confirmed_at is not null))
	from member where id = of_member
$$;

-- Nobody takes a factor from somebody with rights alone, nor puts another in its place; their own they change themselves.
create function guard_factor() returns trigger language plpgsql as $$
declare
	passes record := case when tg_op = 'DELETE' then old else new end;
	-- What a use of it leaves behind, and what its holder calls it.
	passing text[] := array['name', 'counter', 'transports', 'backed_up', 'last_used_at', 'last_step', 'used_at'];
	holder text := old.member_id;
	stands jsonb;
begin
	if tg_op = 'UPDATE' and to_jsonb(new) - passing = to_jsonb(old) - passing then
		return passes;
	end if;
	-- An app that has not shown its first code counts for nothing yet.
	if tg_table_name = 'totp' and to_jsonb(old) ->> 'confirmed_at' is null then
		return passes;
	end if;
	if is_owner_at_work() or coalesce(current_setting('cauri.own_factor', true), '') = holder then
		return passes;
	end if;
	-- One request is for all that the member has: it was spent on the first row of it.
	if exists (
		select from change_request where kind = 'second_factor_reset' and subject = holder
			and spent_at = now() and xmin = pg_current_xact_id()::xid
	) then
		return passes;
	end if;
	stands := factors_of(holder);
	if member_rank(stands ->> 'role', null) > 0 and ((stands ->> 'passkeys')::integer > 0 or (stands ->> 'app')::boolean) then
		perform spend_change('second_factor_reset', holder, stands, stands || '{"passkeys": 0, "app": false}', null);
	end if;
	return passes;
end $$;
create trigger passkey_two_admins before update or delete on passkey
	for each row execute function guard_factor();
create trigger totp_two_admins before update or delete on totp
	for each row execute function guard_factor();
create trigger recovery_code_two_admins before update or delete on recovery_code
	for each row execute function guard_factor();
