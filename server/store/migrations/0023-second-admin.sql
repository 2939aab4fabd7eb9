-- Nobody alone: what loosens is asked for by one admin and confirmed by another. The database counts, whatever the program above believes.

-- Rises with role, disabling and password, so that a change is applied to the member that was looked at.
alter table member add column version integer not null default 1;
-- Set by somebody else: to be changed at the first sign-in, and until then its words do not count.
alter table member add column password_temporary boolean not null default false;
-- Words said from then on count: set when the right to decide is given. Null: given before this was kept.
alter table member add column decides_from timestamptz;

create table change_request (
	id text primary key,
	kind text not null,
	-- What it is about: a currency, a member, a word of the service, a doubt.
	subject text not null,
	-- How it stood when it was asked for, and how it shall be: on anything else it takes no effect.
	before jsonb not null,
	after jsonb not null,
	note text,
	-- Of a password that waits: its hash, which goes with the decision.
	secret text,
	state text not null default 'waiting' check (state in ('waiting', 'confirmed', 'refused', 'withdrawn', 'expired', 'void')),
	asked_by text not null references member,
	-- All times are the database's own.
	asked_at timestamptz not null default now(),
	-- Null: another admin confirms it. Otherwise there was none, and it takes effect by itself then.
	effective_at timestamptz,
	expires_at timestamptz not null default now(),
	-- Null of a confirmed one: nobody said no in time.
	decided_by text references member,
	decided_at timestamptz,
	-- The very change was written.
	spent_at timestamptz
);
-- A time of decision comes with every other state than waiting.
create unique index change_request_one on change_request (kind, subject) where decided_at is null;
create index change_request_newest on change_request (asked_at desc, id desc);

-- Set for one transaction by the programs that the machine's owner starts (server/cli), never by a verb. Web and worker have roles of
-- their own in the database (server/store/table-rights.ts), and are never the owner, whatever they set.
create function is_owner_at_work() returns boolean language sql stable as $$
	select coalesce(current_setting('cauri.owner', true), '') = 'yes' and current_user not in ('cauri_web', 'cauri_worker')
$$;

-- What a member may do with money and people; the same order as in lib/loosening.ts.
create function member_rank(of_role text, of_disabled_at timestamptz) returns integer language sql immutable as $$
	select case when of_disabled_at is not null then 0
		else case of_role when 'maker' then 1 when 'approver' then 2 when 'admin' then 3 else 0 end end
$$;

-- An admin whose word counts now.
create function may_confirm(of_member text) returns boolean language sql stable as $$
	select exists (
		select from member where id = of_member and role = 'admin' and disabled_at is null
			and not password_temporary and (decides_from is null or decides_from <= now())
	)
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
		if not may_confirm(new.asked_by) then
			raise exception 'an admin asks for a change';
		end if;
		new.asked_at := now();
		new.effective_at := case
			when not exists (select from member where id <> new.asked_by and may_confirm(id)) then now() + interval '24 hours'
		end;
		new.expires_at := coalesce(new.effective_at, now()) + interval '24 hours';
		return new;
	end if;
	if to_jsonb(new) - array['state', 'secret', 'decided_by', 'decided_at', 'spent_at']
		<> to_jsonb(old) - array['state', 'secret', 'decided_by', 'decided_at', 'spent_at'] then
		raise exception 'a change request stands as it was asked for';
	end if;
	if old.state = 'confirmed' and old.spent_at is null then
		-- Either the change is written, or what it was about is not there any more.
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
	if not may_confirm(old.asked_by) then
		raise exception 'who asked for the change is no admin any more';
	end if;
	if new.decided_by is null and (old.effective_at is null or now() < old.effective_at)
		or new.decided_by = old.asked_by or not may_confirm(new.decided_by) and new.decided_by is not null then
		raise exception 'another admin confirms a change';
	end if;
	return new;
end $$;
create trigger change_request_two_admins before insert or update or delete on change_request
	for each row execute function guard_change_request();

-- A confirmation that stays behind its transaction would allow the change to somebody else later.
create function demand_spent() returns trigger language plpgsql as $$
begin
	if exists (select from change_request where id = new.id and state = 'confirmed' and spent_at is null) then
		raise exception 'a confirmed change takes effect in the same commit';
	end if;
	return null;
end $$;
create constraint trigger change_request_spent after update on change_request
	deferrable initially deferred for each row execute function demand_spent();

-- Each confirmed request allows its own change, once. Returns the second admin; null when nobody said no in time.
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

-- Limits and approvers of a currency, a row of `payout_rule` as JSON. The same judgement as in lib/loosening.ts.
create function payout_rule_amounts(rule jsonb) returns jsonb language sql immutable as $$
	select jsonb_build_object('perPayment', rule ->> 'per_payment', 'perPersonDay', rule ->> 'per_person_day',
		'perDestinationDay', rule ->> 'per_destination_day',
		'noApproverUpTo', ((rule ->> 'no_approver_up_to')::numeric(20, 2))::text,
		'oneApproverUpTo', rule ->> 'one_approver_up_to')
$$;
create function is_raised(before jsonb, after jsonb, bound text) returns boolean language sql immutable as $$
	select before ->> bound is not null
		and (after ->> bound is null or (after ->> bound)::numeric > (before ->> bound)::numeric)
$$;
create function payout_rule_loosens(before jsonb, after jsonb) returns boolean language sql immutable as $$
	select is_raised(before, after, 'per_payment') or is_raised(before, after, 'per_person_day')
		or is_raised(before, after, 'per_destination_day') or is_raised(before, after, 'one_approver_up_to')
		-- Without a cap on what one person sends in a day nothing goes without an approver.
		or case when after ->> 'per_person_day' is null then 0 else (after ->> 'no_approver_up_to')::numeric end
			> case when before ->> 'per_person_day' is null then 0 else (before ->> 'no_approver_up_to')::numeric end
$$;

create function guard_payout_rule() returns trigger language plpgsql as $$
declare
	-- Without a row: no limits, and one approver for any amount.
	was jsonb := case when tg_op = 'INSERT' then '{"no_approver_up_to": 0}' else to_jsonb(old) end;
	will jsonb := case when tg_op = 'DELETE' then '{"no_approver_up_to": 0}' else to_jsonb(new) end;
	about text := case when tg_op = 'INSERT' then new.currency else old.currency end;
begin
	if tg_op = 'UPDATE' and new.currency <> old.currency then
		raise exception 'a rule stays with its currency';
	end if;
	if not is_owner_at_work() and payout_rule_loosens(was, will) then
		perform spend_change('payout_rule', about, payout_rule_amounts(was), payout_rule_amounts(will), null);
	end if;
	return null;
end $$;
create trigger payout_rule_two_admins after insert or update or delete on payout_rule
	for each row execute function guard_payout_rule();

-- Words of final failure, payment expiry, and the doubt that stops all sending. What is missing or unreadable is the careful default.
create function listed_failures(of_value jsonb) returns setof text language sql immutable as $$
	select jsonb_array_elements_text(case when jsonb_typeof(of_value -> 'statuses') = 'array' then of_value -> 'statuses' else '[]' end)
$$;
create function payment_minutes(of_value jsonb) returns jsonb language sql immutable as $$
	select case
		when jsonb_typeof(of_value -> 'payoutMinutes') = 'number' and jsonb_typeof(of_value -> 'depositMinutes') = 'number'
			then jsonb_build_object('payoutMinutes', of_value -> 'payoutMinutes', 'depositMinutes', of_value -> 'depositMinutes')
		else '{"payoutMinutes": 1440, "depositMinutes": 60}'
	end
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
	-- A wallet in doubt wants a word for each of its payouts, and goes without this one.
	elsif about = 'database_doubt' and was ->> 'kind' <> 'wallet_unproved' and will is distinct from was then
		perform spend_change('database_doubt', was ->> 'id', '{"acknowledged": false}', '{"acknowledged": true}', null);
	end if;
	return null;
end $$;
create trigger setting_two_admins after insert or update or delete on setting
	for each row execute function guard_setting();

-- Who may ask for money, agree to it, or look after people: added, raised, let in again, or given another password.
create function guard_member() returns trigger language plpgsql as $$
declare
	was integer := case when tg_op = 'UPDATE' then member_rank(old.role, old.disabled_at) else 0 end;
	will integer := member_rank(new.role, new.disabled_at);
	is_new_password boolean := tg_op = 'INSERT';
	is_own boolean := false;
	is_reset boolean := false;
	is_owner boolean := is_owner_at_work();
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
	if is_new_password then
		new.password_temporary := not is_own and not is_owner;
	end if;
	-- A password set for somebody who is disabled would wait for the day they are let in again.
	if tg_op = 'UPDATE' and is_new_password and not is_own then
		is_reset := greatest(member_rank(old.role, null), member_rank(new.role, null)) > 0;
	end if;
	if not is_owner and (will > was or is_reset) then
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
	end if;
	return new;
end $$;
create trigger member_two_admins before insert or update on member
	for each row execute function guard_member();
