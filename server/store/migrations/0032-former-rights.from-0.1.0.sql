-- A member who lost a right to decide stays guarded: otherwise one admin could lower an approver's role, set the password, remove the second factor,
-- and let a second admin confirm only the old role.
create or replace function is_guarded(held jsonb) returns boolean language sql immutable as $$
	select (member_rank(held ->> 'role', null) > 0 or held ->> 'hadRights' is not null) and ((held ->> 'passkeys')::integer > 0 or (held ->> 'app')::boolean)
$$;

create or replace function loosens(of_kind text, before jsonb, after jsonb) returns boolean language sql immutable as $$
	select case of_kind
		when 'payout_rule' then is_raised(before, after, 'perPayment') or is_raised(before, after, 'perPersonDay')
			or is_raised(before, after, 'perDestinationDay') or is_raised(before, after, 'oneApproverUpTo')
			or goes_alone(after) > goes_alone(before)
		when 'payment_expiry' then (after ->> 'payoutMinutes')::numeric > (before ->> 'payoutMinutes')::numeric
			or (after ->> 'depositMinutes')::numeric > (before ->> 'depositMinutes')::numeric
		when 'final_failure' then after -> 'listed' = 'true' and before -> 'listed' = 'false'
		-- Payers go where these send them.
		when 'operator_changed' then before ->> 'name' <> after ->> 'name' or before ->> 'flow' <> after ->> 'flow'
			or before ->> 'dialCode' is distinct from after ->> 'dialCode'
		when 'number_unblocked' then after -> 'blocked' = 'false' and before -> 'blocked' = 'true'
		when 'new_numbers' then (after ->> 'restMinutes')::numeric < (before ->> 'restMinutes')::numeric
			or after -> 'secondPerson' = 'false' and before -> 'secondPerson' = 'true'
		-- More payouts would leave after as many failures.
		when 'batch_failures' then (after ->> 'failurePercent')::numeric > (before ->> 'failurePercent')::numeric
		-- Payouts of other systems must not block payouts that do not fit it exactly.
		when 'wallet_shared' then after -> 'shared' = 'true' and before -> 'shared' = 'false'
		when 'member_added' then member_rank(after) > 0
		-- A password set for a disabled member would wait for the day they are enabled.
		when 'member_changed' then member_rank(after) > member_rank(before) or after -> 'password' = 'true'
			and (greatest(member_rank(before ->> 'role', null), member_rank(after ->> 'role', null)) > 0 or before ->> 'hadRights' is not null)
		-- A payout that may have left would be sent; or nobody could look.
		when 'wallet_answered' then (after ->> 'release')::integer > (before ->> 'release')::integer
			or after -> 'unread' = 'true' and before -> 'unread' = 'false'
		when 'database_mismatch' then after -> 'acknowledged' = 'true' and before -> 'acknowledged' = 'false'
		when 'statement_reopened' then after -> 'monthClosed' = 'false' and before -> 'monthClosed' = 'true'
		when 'service_address' then after -> 'sameService' = 'true' and before -> 'sameService' = 'false'
		-- An equal payout would not be stopped any more.
		when 'forgotten_permits_closed' then (after ->> 'closed')::integer > (before ->> 'closed')::integer
		when 'sending_resumed' then after -> 'stopped' = 'false' and before -> 'stopped' = 'true'
		when 'second_factor_reset' then is_guarded(before) and not is_guarded(after)
		-- Fewer people would need a factor, or fewer steps would be required.
		when 'second_factor_policy' then array_position(array['off', 'approvers', 'everybody'], after ->> 'policy')
				< array_position(array['off', 'approvers', 'everybody'], before ->> 'policy')
			or after -> 'passwordless' = 'true' and before -> 'passwordless' = 'false'
		-- Passwords would admit somebody whom they do not admit now.
		when 'password_sign_in' then before -> 'allowed' = 'false'
			and (after -> 'allowed' = 'true' or after ->> 'emergencyMemberId' <> before ->> 'emergencyMemberId')
	end
$$;

create or replace function factors_of(of_member text) returns jsonb language sql stable as $$
	select jsonb_build_object('role', role,
		'passkeys', (select count(*) from passkey where member_id = of_member),
		'app', exists (select from totp where member_id = of_member and confirmed_at is not null))
		|| case when rights_until is null then '{}' else '{"hadRights": true}'::jsonb end
	from member where id = of_member
$$;

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
