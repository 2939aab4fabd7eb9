-- Whose a new second factor is, and from when it has weight: the database judges both, whatever a verb believes.

-- From then on it proves what approves, settles or changes rules and people. Those of before do at once.
alter table passkey add column counts_from timestamptz not null default now();
alter table totp add column counts_from timestamptz not null default now();
alter table recovery_code add column counts_from timestamptz not null default now();
-- Until then a first factor counts at once: two admins, the machine's owner or a raised rule let it be expected.
alter table member add column factor_expected_until timestamptz default now() + interval '7 days';
alter table member alter column factor_expected_until drop default;

-- As lib/second-factor-policy.ts says it.
create function factor_demanded(of_rules jsonb, of_role text) returns boolean language sql immutable as $$
	select case of_rules ->> 'policy' when 'everybody' then true when 'off' then false else of_role in ('approver', 'admin') end
$$;
create function has_factor(of_member text) returns boolean language sql stable as $$
	select exists (select from passkey where member_id = of_member)
		or exists (select from totp where member_id = of_member and confirmed_at is not null)
$$;

-- A request of two admins that is being spent in this very transaction.
create function two_admins_say(of_kinds text[], of_member text) returns boolean language sql stable as $$
	select exists (
		select from change_request where kind = any(of_kinds) and subject = of_member
			and decided_by is not null and spent_at = now() and xmin = pg_current_xact_id()::xid
	)
$$;

-- After the guard of members, which says who gave the right.
create function expect_factor() returns trigger language plpgsql as $$
declare
	was integer := case when tg_op = 'UPDATE' then member_rank(old.role, old.disabled_at) else 0 end;
	was_from timestamptz := case when tg_op = 'UPDATE' then old.decides_from end;
begin
	new.factor_expected_until := case when tg_op = 'UPDATE' then old.factor_expected_until end;
	if new.decides_from = now() and was_from is distinct from now()
		or member_rank(new.role, new.disabled_at) > was
			and (is_owner_at_work() or two_admins_say(array['member_added', 'member_changed'], new.id))
		-- Asked for by the triggers below, by no statement of its own.
		or pg_trigger_depth() > 1 and coalesce(current_setting('cauri.expected_factor', true), '') = new.id then
		new.factor_expected_until := now() + interval '7 days';
	end if;
	return new;
end $$;
create trigger member_waits_for_factor before insert or update on member
	for each row execute function expect_factor();

create function expect_factor_of(of_member text) returns void language plpgsql as $$
begin
	perform set_config('cauri.expected_factor', of_member, true);
	update member set factor_expected_until = null where id = of_member;
	perform set_config('cauri.expected_factor', '', true);
end $$;

-- A reset by two admins, or by the machine's owner. What a member takes away themselves lets nothing be expected.
create function expect_after_reset() returns trigger language plpgsql as $$
begin
	if is_owner_at_work() or two_admins_say(array['second_factor_reset'], old.member_id) then
		perform expect_factor_of(old.member_id);
	end if;
	return null;
end $$;
create trigger passkey_expected after delete on passkey for each row execute function expect_after_reset();
create trigger totp_expected after delete on totp for each row execute function expect_after_reset();

-- Of whom none was asked before: yesterday their password alone had weight.
create function expect_after_raise() returns trigger language plpgsql as $$
declare
	was jsonb := second_factor_rules(case when tg_op = 'UPDATE' then old.value end);
	will jsonb := second_factor_rules(new.value);
	holder text;
begin
	for holder in
		select id from member where factor_demanded(will, role) and not factor_demanded(was, role) and not has_factor(id) order by id
	loop
		perform expect_factor_of(holder);
	end loop;
	return null;
end $$;
create trigger setting_expects_factors after insert or update on setting
	for each row when (new.name = 'second_factor') execute function expect_after_raise();

-- Before the new one is there.
create function factor_counts_from(of_member text) returns timestamptz language plpgsql as $$
declare
	who member%rowtype;
begin
	select * into who from member where id = of_member;
	if is_owner_at_work() or member_rank(who.role, who.disabled_at) = 0 then
		return now();
	end if;
	-- Who holds one proves with it what matters until then.
	if has_factor(of_member) then
		return now() + interval '24 hours';
	end if;
	if who.factor_expected_until > now()
		or not factor_demanded(second_factor_rules((select value from setting where name = 'second_factor')), who.role) then
		return now();
	end if;
	return now() + interval '24 hours';
end $$;

create function guard_new_factor() returns trigger language plpgsql as $$
declare
	is_first boolean;
begin
	if tg_op = 'UPDATE' then
		-- An app becomes a factor with its first code; nothing else gives weight.
		if tg_table_name <> 'totp' or to_jsonb(old) ->> 'confirmed_at' is not null or to_jsonb(new) ->> 'confirmed_at' is null then
			new.counts_from := case when is_owner_at_work() then new.counts_from else old.counts_from end;
			return new;
		end if;
	elsif tg_table_name = 'totp' and to_jsonb(new) ->> 'confirmed_at' is null then
		return new;
	end if;
	is_first := not has_factor(new.member_id);
	-- A session of the member themselves; with a factor, one in which it was proved.
	if not is_owner_at_work() and not exists (
		select from session where key = current_setting('cauri.session', true) and member_id = new.member_id and ended_at is null
			and (is_first or factor is not null)
	) then
		raise exception 'a second factor is added by its holder';
	end if;
	if tg_table_name = 'recovery_code' then
		-- With the first factor, as that; renewed, a day later.
		select case when is_owner_at_work() then now() when min(counts_from) >= now() then min(counts_from)
				else now() + interval '24 hours' end into new.counts_from
			from (select counts_from from passkey where member_id = new.member_id
				union all select counts_from from totp where member_id = new.member_id and confirmed_at is not null) as held;
		return new;
	end if;
	new.counts_from := factor_counts_from(new.member_id);
	-- It stands in the place of a password that anybody may have learnt: until then its holder's words have no weight.
	if is_first and new.counts_from > now() then
		perform set_config('cauri.linked_member', new.member_id, true);
		update member set decides_from = null where id = new.member_id;
		perform set_config('cauri.linked_member', '', true);
	end if;
	return new;
end $$;
create trigger passkey_of_its_holder before insert or update on passkey
	for each row execute function guard_new_factor();
create trigger totp_of_its_holder before insert or update on totp
	for each row execute function guard_new_factor();
create trigger recovery_code_of_its_holder before insert or update on recovery_code
	for each row execute function guard_new_factor();

-- What matters is proved by a factor with weight, used in this very transaction; by a password where there is none.
create function guard_proof() returns trigger language plpgsql as $$
begin
	if new.proved_at is null or old.proved_at is not null or new.purpose in ('account', 'export') then
		return new;
	end if;
	if not (case new.method
		when 'password' then not has_factor(new.member_id)
		when 'passkey' then exists (select from passkey where member_id = new.member_id and counts_from <= now()
			and xmin = pg_current_xact_id()::xid)
		when 'totp' then exists (select from totp where member_id = new.member_id and counts_from <= now()
			and xmin = pg_current_xact_id()::xid)
		when 'recovery_code' then exists (select from recovery_code where member_id = new.member_id and counts_from <= now()
			and used_at is not null and xmin = pg_current_xact_id()::xid)
	end) then
		raise exception 'what has no weight proves nothing that matters';
	end if;
	return new;
end $$;
create trigger step_up_has_weight before update on step_up for each row execute function guard_proof();
