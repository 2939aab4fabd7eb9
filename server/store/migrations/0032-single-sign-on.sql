-- Members may come through the business's identity provider. Who they are there stands beside the member, never in it.
create table member_identity (
	issuer text not null,
	-- The provider's own name for the person: it stays when their e-mail changes.
	subject text not null check (char_length(subject) between 1 and 255),
	member_id text not null references member (id),
	linked_at timestamptz not null,
	last_seen_at timestamptz not null,
	primary key (issuer, subject),
	-- A member is one person there.
	unique (issuer, member_id)
);
create index member_identity_member on member_identity (member_id);

-- Sessions that began at the provider, and what ends them there. A session without a row began at the desk itself.
create table provider_session (
	session_key text primary key references session (key) on delete cascade,
	issuer text not null,
	-- The ID token, sealed: the provider wants to see it at the sign-out.
	id_token text not null,
	-- When the provider last asked the person to prove who they are; null: it does not say.
	proved_at timestamptz
);

-- Nobody alone, and whoever looks after the provider's accounts is one: what their groups give has no weight for a day.

-- As server/access/password-sign-in.ts reads the setting: what is missing or unreadable is the rule of a desk that never changed it.
create function password_rules(of_value jsonb) returns jsonb language sql stable as $$
	select case when of_value -> 'allowed' = 'false' and jsonb_typeof(of_value -> 'emergencyMemberId') = 'string'
		then jsonb_build_object('allowed', false, 'emergencyMemberId', of_value -> 'emergencyMemberId',
			'emergency', (select name from member where id = of_value ->> 'emergencyMemberId'))
		else '{"allowed": true, "emergencyMemberId": null, "emergency": null}' end
$$;
-- Passwords would let in somebody whom they do not let in now.
create function password_rules_loosen(before jsonb, after jsonb) returns boolean language sql immutable as $$
	select before -> 'allowed' = 'false'
		and (after -> 'allowed' = 'true' or after ->> 'emergencyMemberId' <> before ->> 'emergencyMemberId')
$$;

-- As it was, and the rules of passwords.
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
	elsif about = 'password_sign_in' then
		if password_rules_loosen(password_rules(was), password_rules(will)) then
			perform spend_change('password_sign_in', 'password_sign_in', password_rules(was), password_rules(will), null);
		end if;
	-- A wallet in doubt wants a word for each of its payouts, and goes without this one.
	elsif about = 'database_doubt' and was ->> 'kind' <> 'wallet_unproved' and will is distinct from was then
		perform spend_change('database_doubt', was ->> 'id', '{"acknowledged": false}', '{"acknowledged": true}', null);
	end if;
	return null;
end $$;

-- As it was, and what the provider gives: roles by groups, never a password, and no weight before a day has passed.
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

-- Without a password there is the provider, and nothing else.
create function demand_identity() returns trigger language plpgsql as $$
begin
	if not exists (select from member_identity where member_id = new.id) then
		raise exception 'a member without a password is known to the provider';
	end if;
	return null;
end $$;
create constraint trigger member_way_in after insert or update of password_hash on member
	deferrable initially deferred for each row when (new.password_hash = 'none') execute function demand_identity();

-- Somebody with rights is taken for their account at the provider. With a second factor they prove it themselves; without one it
-- is the word of whoever looks after those accounts.
create function hold_linked_member() returns trigger language plpgsql as $$
begin
	if exists (
		select from member where id = new.member_id and member_rank(role, null) > 0
			and not exists (select from passkey where member_id = member.id)
			and not exists (select from totp where member_id = member.id and confirmed_at is not null)
	) then
		perform set_config('cauri.linked_member', new.member_id, true);
		update member set decides_from = null where id = new.member_id;
		perform set_config('cauri.linked_member', '', true);
	end if;
	return null;
end $$;
create trigger member_identity_held after insert on member_identity
	for each row execute function hold_linked_member();

-- As it was, and one approver for what somebody asks for whose own word has no weight yet.
create or replace function demand_approvers() returns trigger language plpgsql as $$
begin
	if new.kind <> 'payout' or (tg_op = 'UPDATE' and new.state = old.state) then
		return null;
	end if;
	if (
		select count(distinct member_id) from decision
		where payment_id = new.id and verdict = 'approve' and voided_at is null and facts = new.approved_facts
			and word_counts(member_id, said_at)
	) < greatest(
		approvers_needed(new.currency, greatest(new.amount, new.highest_amount)),
		(select case when decides_from > now() then 1 else 0 end from member where id = new.maker_id)
	) then
		raise exception 'a payout needs its approvers';
	end if;
	return null;
end $$;
