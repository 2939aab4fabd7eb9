-- Settings, and changes that two admins must agree on: one admin requests a relaxing change, another confirms it.

create table setting (
	name text primary key,
	value jsonb not null,
	changed_at timestamptz not null,
	changed_by text references member
);

create table change_request (
	id text primary key,
	kind text not null,
	-- The subject: a currency, a member, a status of the service, a mismatch.
	subject text not null,
	-- State at the request, and requested state; in any other state the request takes no effect.
	before jsonb not null,
	after jsonb not null,
	note text,
	-- The hash of a requested password, deleted with the decision.
	secret text,
	state text not null default 'waiting' check (state in ('waiting', 'confirmed', 'refused', 'withdrawn', 'expired', 'void')),
	asked_by text not null references member,
	asked_at timestamptz not null default now(),
	-- Null: another admin confirms it. Otherwise there was no other, and it takes effect by itself at this time.
	effective_at timestamptz,
	expires_at timestamptz not null default now(),
	-- Null in a confirmed request: nobody refused it in time.
	decided_by text references member,
	decided_at timestamptz,
	-- The time at which the change itself was written.
	spent_at timestamptz
);
-- Every state except waiting has a decision time.
create unique index change_request_one on change_request (kind, subject) where decided_at is null;
create index change_request_newest on change_request (asked_at desc, id desc);

-- What the identity provider's groups give is asked for in the name of the member; an admin confirms it.
create function is_asked_by_provider(request change_request) returns boolean language sql stable as $$
	select request.kind = 'member_changed' and request.asked_by = request.subject
		and coalesce(current_setting('cauri.provided_member', true), '') = request.subject and is_admin_there(request.subject)
$$;

create function guard_change_request() returns trigger language plpgsql as $$
begin
	if tg_op = 'DELETE' then
		raise exception 'a change request is kept';
	end if;
	if tg_op = 'INSERT' then
		if new.state <> 'waiting' or num_nonnulls(new.decided_by, new.decided_at, new.spent_at) > 0 then
			raise exception 'a change request begins by waiting';
		end if;
		if not may_confirm(new.asked_by) and not is_asked_by_provider(new) then
			raise exception 'an admin asks for a change';
		end if;
		new.asked_at := now();
		new.effective_at := case
			when is_alone(new.asked_by) then now() + interval '24 hours'
		end;
		new.expires_at := coalesce(new.effective_at, now()) + interval '24 hours';
		return new;
	end if;
	if to_jsonb(new) - array['state', 'secret', 'decided_by', 'decided_at', 'spent_at']
		<> to_jsonb(old) - array['state', 'secret', 'decided_by', 'decided_at', 'spent_at'] then
		raise exception 'a change request stands as it was asked for';
	end if;
	if old.state = 'confirmed' and old.spent_at is null then
		-- Either the change is written, or its subject no longer exists.
		if new.decided_by is distinct from old.decided_by or new.decided_at is distinct from old.decided_at
			or not (new.state = 'confirmed' and new.spent_at is not null or new.state = 'void' and new.spent_at is null) then
			raise exception 'a confirmed change is written or void';
		end if;
		new.secret := null;
		return new;
	end if;
	if old.state <> 'waiting' or new.state = 'waiting' or new.spent_at is not null then
		raise exception 'a decided change request is final';
	end if;
	new.decided_at := now();
	if new.state <> 'confirmed' then
		new.secret := null;
		return new;
	end if;
	if now() >= old.expires_at then
		raise exception 'a change request that expired is not confirmed';
	end if;
	if not may_confirm(old.asked_by) and not (old.kind = 'member_changed' and old.asked_by = old.subject and new.decided_by is not null) then
		raise exception 'who asked for the change is no admin any more';
	end if;
	if new.decided_by is null and (old.effective_at is null or now() < old.effective_at or is_right_lost_since(old.asked_at))
		or new.decided_by = old.asked_by or not may_confirm(new.decided_by) and new.decided_by is not null then
		raise exception 'another admin confirms a change';
	end if;
	return new;
end $$;
create trigger change_request_two_admins before insert or update or delete on change_request
	for each row execute function guard_change_request();

-- A confirmation without its change in the same transaction could allow it to somebody else later.
create function require_spent() returns trigger language plpgsql as $$
begin
	if exists (select from change_request where id = new.id and state = 'confirmed' and spent_at is null) then
		raise exception 'a confirmed change takes effect in the same commit';
	end if;
	return null;
end $$;
create constraint trigger change_request_spent after update on change_request
	deferrable initially deferred for each row execute function require_spent();

-- Each confirmed request allows its own change, once. Returns the second admin; null when nobody refused it in time.
create function spend_change(of_kind text, of_subject text, of_before jsonb, of_after jsonb, of_secret text) returns text language plpgsql as $$
declare
	second_admin text;
begin
	update change_request set spent_at = now(), secret = null
		where kind = of_kind and subject = of_subject and state = 'confirmed' and spent_at is null
			and before = of_before and after = of_after and secret is not distinct from of_secret
		returning decided_by into second_admin;
	if not found then
		raise exception 'what loosens needs a second admin (%)', of_kind;
	end if;
	return second_admin;
end $$;

-- The single test for relaxing changes, used by the verbs in their transaction and by the triggers. The functions before it are
-- its parts.
create function member_rank(of_member jsonb) returns integer language sql immutable as $$
	select member_rank(of_member ->> 'role', case when of_member -> 'disabled' = 'true' then timestamptz 'epoch' end)
$$;

create function is_raised(before jsonb, after jsonb, bound text) returns boolean language sql immutable as $$
	select before ->> bound is not null
		and (after ->> bound is null or (after ->> bound)::numeric > (before ->> bound)::numeric)
$$;

-- The amount allowed without an approver: nothing when there is no daily cap per person.
create function goes_alone(rule jsonb) returns numeric language sql immutable as $$
	select case when rule ->> 'perPersonDay' is null then 0 else (rule ->> 'noApproverUpTo')::numeric end
$$;

-- A member with rights whose account a password alone does not open.
create function is_guarded(held jsonb) returns boolean language sql immutable as $$
	select member_rank(held ->> 'role', null) > 0 and ((held ->> 'passkeys')::integer > 0 or (held ->> 'app')::boolean)
$$;

-- Before and after are in the form that a change request shows.
create function loosens(of_kind text, before jsonb, after jsonb) returns boolean language sql immutable as $$
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
			and greatest(member_rank(before ->> 'role', null), member_rank(after ->> 'role', null)) > 0
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

-- A trigger's requirement for a written row. Returns the second admin; null when none was needed, or nobody refused in time.
create function guard_change(of_kind text, of_subject text, of_before jsonb, of_after jsonb, of_secret text default null)
returns text language plpgsql as $$
begin
	if is_owner_at_work() or loosens(of_kind, of_before, of_after) is false then
		return null;
	end if;
	return spend_change(of_kind, of_subject, of_before, of_after, of_secret);
end $$;

-- True when this transaction spends a confirmed request of two admins.
create function two_admins_say(of_kinds text[], of_member text) returns boolean language sql stable as $$
	select exists (
		select from change_request where kind = any(of_kinds) and subject = of_member
			and decided_by is not null and spent_at = now() and xmin = pg_current_xact_id()::xid
	)
$$;

-- The functions below read one setting each. Missing or unreadable values mean the strict default.
create function listed(of_value jsonb, of_field text) returns setof text language sql immutable as $$
	select jsonb_array_elements_text(case when jsonb_typeof(of_value -> of_field) = 'array' then of_value -> of_field else '[]' end)
$$;
create function payment_minutes(of_value jsonb) returns jsonb language sql immutable as $$
	select case
		when jsonb_typeof(of_value -> 'payoutMinutes') = 'number' and jsonb_typeof(of_value -> 'depositMinutes') = 'number'
			then jsonb_build_object('payoutMinutes', of_value -> 'payoutMinutes', 'depositMinutes', of_value -> 'depositMinutes')
		else '{"payoutMinutes": 1440, "depositMinutes": 60}'
	end
$$;

-- Without a decision a new number is paid like any other.
create function new_number_rule(of_value jsonb) returns jsonb language sql immutable as $$
	select case
		when jsonb_typeof(of_value -> 'restMinutes') = 'number' and jsonb_typeof(of_value -> 'secondPerson') = 'boolean'
			then jsonb_build_object('restMinutes', of_value -> 'restMinutes', 'secondPerson', of_value -> 'secondPerson')
		else '{"restMinutes": 0, "secondPerson": false}'
	end
$$;

create function batch_failure_rule(of_value jsonb) returns jsonb language sql immutable as $$
	select case when jsonb_typeof(of_value -> 'failurePercent') = 'number'
		then jsonb_build_object('failurePercent', of_value -> 'failurePercent')
		else '{"failurePercent": 10}' end
$$;

-- Like lib/members/second-factor-policy.ts: the default requires a factor of approvers and admins.
create function second_factor_rules(of_value jsonb) returns jsonb language sql immutable as $$
	select case when of_value ->> 'policy' in ('off', 'approvers', 'everybody')
		then jsonb_build_object('policy', of_value -> 'policy',
			'passwordless', not (of_value ? 'passwordless') or of_value -> 'passwordless' = 'true')
		else '{"policy": "approvers", "passwordless": true}' end
$$;

-- Like server/access/password-sign-in.ts: the default is the rule of a desk that never changed it.
create function password_rules(of_value jsonb) returns jsonb language sql stable as $$
	select case when of_value -> 'allowed' = 'false' and jsonb_typeof(of_value -> 'emergencyMemberId') = 'string'
		then jsonb_build_object('allowed', false, 'emergencyMemberId', of_value -> 'emergencyMemberId',
			'emergency', (select name from member where id = of_value ->> 'emergencyMemberId'))
		else '{"allowed": true, "emergencyMemberId": null, "emergency": null}' end
$$;

create function guard_setting() returns trigger language plpgsql as $$
declare
	was jsonb := case when tg_op <> 'INSERT' then old.value end;
	will jsonb := case when tg_op <> 'DELETE' then new.value end;
	about text := case when tg_op = 'INSERT' then new.name else old.name end;
	word text;
begin
	if tg_op = 'UPDATE' and new.name <> old.name then
		raise exception 'a setting keeps its name';
	end if;
	if about = 'final_failures' then
		for word in select listed(will, 'statuses') except select listed(was, 'statuses') loop
			perform guard_change('final_failure', word, '{"listed": false}', '{"listed": true}');
		end loop;
	elsif about = 'shared_wallets' then
		for word in select listed(will, 'currencies') except select listed(was, 'currencies') loop
			perform guard_change('wallet_shared', word, '{"shared": false}', '{"shared": true}');
		end loop;
	elsif about = 'payment_expiry' then
		perform guard_change('payment_expiry', about, payment_minutes(was), payment_minutes(will));
	elsif about = 'new_numbers' then
		perform guard_change('new_numbers', about, new_number_rule(was), new_number_rule(will));
	elsif about = 'batch_failures' then
		perform guard_change('batch_failures', about, batch_failure_rule(was), batch_failure_rule(will));
	elsif about = 'second_factor' then
		perform guard_change('second_factor_policy', about, second_factor_rules(was), second_factor_rules(will));
	elsif about = 'password_sign_in' then
		perform guard_change('password_sign_in', about, password_rules(was), password_rules(will));
	elsif about = 'sending_stopped' and will is null then
		perform guard_change('sending_resumed', 'sending', '{"stopped": true}', '{"stopped": false}');
	elsif about = 'environment_in_use' then
		for word in select listed(will, 'addresses') except select listed(was, 'addresses') loop
			if not is_same_wallet(word, was ->> 'environment') then
				raise exception 'another wallet answers at this address';
			end if;
			perform guard_change('service_address', word, '{"sameService": false}', '{"sameService": true}');
		end loop;
		if was ->> 'environment' <> will ->> 'environment' and exists (select listed(will, 'addresses')) then
			raise exception 'addresses stay with their service';
		end if;
	elsif about = 'database_mismatch' and was is not null and will is distinct from was then
		-- A database in which every machine found all that it knows needs no admin; the web program does not judge that.
		if was -> 'heals' = 'true' and (will -> 'heals' = 'false' or will is null and is_reported(was) and current_user <> 'cauri_web') then
			return null;
		end if;
		-- The account in use has answered since another one did; the web program does not judge whether the other one is gone.
		if was ->> 'kind' = 'other_environment' and will is null and current_user <> 'cauri_web' and exists (
			select from balance_reading where fetched_at > old.changed_at
			and environment = (select value ->> 'environment' from setting where name = 'environment_in_use')
		) then
			return null;
		end if;
		-- Two admins said that this address is the same service.
		if was ->> 'kind' = 'other_environment' and will is null and exists (
			select from setting where name = 'environment_in_use' and was ->> 'id' in (select listed(value, 'addresses'))
		) then
			return null;
		end if;
		perform guard_change('database_mismatch', was ->> 'id', '{"acknowledged": false}', '{"acknowledged": true}');
	end if;
	return null;
end $$;
create trigger setting_two_admins after insert or update or delete on setting
	for each row execute function guard_setting();
