-- Second factors besides the password, the time from which each counts, and fresh proofs of identity.

create table passkey (
	-- The credential's id, base64url.
	id text primary key check (char_length(id) between 1 and 1400),
	member_id text not null references member,
	name text not null check (char_length(name) between 1 and 60),
	public_key bytea not null,
	-- The authenticator's signature counter; a counter that goes backwards reveals a copy.
	counter bigint not null check (counter >= 0),
	transports jsonb not null,
	backed_up boolean not null,
	created_at timestamptz not null,
	last_used_at timestamptz,
	-- From then on it confirms approvals, settlements and changes of rules and people.
	counts_from timestamptz not null default now()
);
create index passkey_member on passkey (member_id);

-- Keys of passkeys as a worker noted them: approvals are verified by these keys, which the web program cannot write.
create table approver_key (
	passkey_id text not null,
	member_id text not null references member,
	public_key bytea not null,
	seen_at timestamptz not null default now(),
	-- Since then the passkey is no longer there.
	gone_at timestamptz,
	primary key (passkey_id, member_id, public_key)
);
create index approver_key_member on approver_key (member_id);

-- An authenticator app, with a new code every 30 seconds.
create table totp (
	member_id text primary key references member,
	-- Sealed by a key of the desk's, never in clear.
	secret text not null,
	created_at timestamptz not null,
	-- Null: its first code is still missing, and it does not count.
	confirmed_at timestamptz,
	last_used_at timestamptz,
	-- Step of the last accepted code; that code and all earlier ones are spent.
	last_step bigint,
	counts_from timestamptz not null default now()
);

-- For members who lost passkeys and app.
create table recovery_code (
	member_id text not null references member,
	code_hash text not null,
	created_at timestamptz not null,
	used_at timestamptz,
	counts_from timestamptz not null default now(),
	primary key (member_id, code_hash)
);

-- Answered challenges, kept until they expire. Unanswered ones are not stored.
create table webauthn_answer (
	challenge text primary key,
	answered_at timestamptz not null
);
create index webauthn_answer_age on webauthn_answer (answered_at);

-- A fresh proof of identity by this member, for one purpose and, where it names payments, only for those.
create table step_up (
	id text primary key,
	member_id text not null references member,
	session_key text not null,
	purpose text not null check (purpose in ('request', 'approve', 'settle', 'confirm', 'settings', 'members', 'close', 'export', 'account')),
	-- Digest of everything requested, approved, settled or confirmed with it; null when only the purpose counts.
	digest text,
	-- Makes the challenge unique, which is derived from it, the purpose and the digest.
	nonce text not null,
	created_at timestamptz not null,
	method text check (method in ('passkey', 'totp', 'recovery_code', 'password')),
	proved_at timestamptz,
	-- The passkey's signature of an approval, for the worker.
	assertion jsonb,
	check ((digest is not null) = (purpose in ('request', 'approve', 'settle', 'confirm'))),
	check ((method is null) = (proved_at is null))
);
create index step_up_session on step_up (session_key, purpose, proved_at);
create index step_up_age on step_up (created_at);

-- Each action on the list happens once.
create table step_up_subject (
	step_up_id text not null references step_up on delete cascade,
	digest text not null,
	used_at timestamptz,
	primary key (step_up_id, digest)
);

-- Members who must have a second factor, like lib/members/second-factor-policy.ts.
create function factor_required(of_rules jsonb, of_role text) returns boolean language sql immutable as $$
	select case of_rules ->> 'policy' when 'everybody' then true when 'off' then false else of_role in ('approver', 'admin') end
$$;
create function has_factor(of_member text) returns boolean language sql stable as $$
	select exists (select from passkey where member_id = of_member)
		or exists (select from totp where member_id = of_member and confirmed_at is not null)
$$;

-- The member's factors that count, and the member's permissions. Recovery codes replace a lost factor and are not one.
create function factors_of(of_member text) returns jsonb language sql stable as $$
	select jsonb_build_object('role', role,
		'passkeys', (select count(*) from passkey where member_id = of_member),
		'app', exists (select from totp where member_id = of_member and confirmed_at is not null))
	from member where id = of_member
$$;

-- Nobody alone removes or replaces a factor of another member with rights; members change their own.
create function guard_factor() returns trigger language plpgsql as $$
declare
	passes record := case when tg_op = 'DELETE' then old else new end;
	-- Columns that a use changes, and the holder's own label.
	passing text[] := array['name', 'counter', 'transports', 'backed_up', 'last_used_at', 'last_step', 'used_at'];
	holder text := old.member_id;
begin
	if tg_op = 'UPDATE' and to_jsonb(new) - passing = to_jsonb(old) - passing then
		return passes;
	end if;
	-- An app without a first code does not count yet.
	if tg_table_name = 'totp' and to_jsonb(old) ->> 'confirmed_at' is null then
		return passes;
	end if;
	if coalesce(current_setting('cauri.own_factor', true), '') = holder then
		return passes;
	end if;
	-- One request covers all factors of the member; the first row spent it.
	if exists (
		select from change_request where kind = 'second_factor_reset' and subject = holder
			and spent_at = now() and xmin = pg_current_xact_id()::xid
	) then
		return passes;
	end if;
	perform guard_change('second_factor_reset', holder, factors_of(holder), factors_of(holder) || '{"passkeys": 0, "app": false}');
	return passes;
end $$;
create trigger passkey_two_admins before update or delete on passkey
	for each row execute function guard_factor();
create trigger totp_two_admins before update or delete on totp
	for each row execute function guard_factor();
create trigger recovery_code_two_admins before update or delete on recovery_code
	for each row execute function guard_factor();

-- Runs after member_two_admins, which determines who granted the right.
create function expect_factor() returns trigger language plpgsql as $$
declare
	was integer := case when tg_op = 'UPDATE' then member_rank(old.role, old.disabled_at) else 0 end;
	was_from timestamptz := case when tg_op = 'UPDATE' then old.decides_from end;
begin
	new.factor_expected_until := case when tg_op = 'UPDATE' then old.factor_expected_until end;
	if new.decides_from = now() and was_from is distinct from now()
		or member_rank(new.role, new.disabled_at) > was
			and (is_owner_at_work() or two_admins_say(array['member_added', 'member_changed'], new.id))
		-- Set by the triggers below, not by a statement.
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

-- A reset by two admins or the machine's owner. A factor that members remove themselves does not make a new one count at once.
create function expect_after_reset() returns trigger language plpgsql as $$
begin
	if is_owner_at_work() or two_admins_say(array['second_factor_reset'], old.member_id) then
		perform expect_factor_of(old.member_id);
	end if;
	return null;
end $$;
create trigger passkey_expected after delete on passkey for each row execute function expect_after_reset();
create trigger totp_expected after delete on totp for each row execute function expect_after_reset();

-- A stricter policy requires a factor of people who needed none before.
create function expect_after_raise() returns trigger language plpgsql as $$
declare
	was jsonb := second_factor_rules(case when tg_op = 'UPDATE' then old.value end);
	will jsonb := second_factor_rules(new.value);
	holder text;
begin
	for holder in
		select id from member where factor_required(will, role) and not factor_required(was, role) and not has_factor(id) order by id
	loop
		perform expect_factor_of(holder);
	end loop;
	return null;
end $$;
create trigger setting_expects_factors after insert or update on setting
	for each row when (new.name = 'second_factor') execute function expect_after_raise();

-- The time from which a new factor of this member counts; called before the factor exists.
create function factor_counts_from(of_member text) returns timestamptz language plpgsql as $$
declare
	who member%rowtype;
begin
	select * into who from member where id = of_member;
	if is_owner_at_work() or member_rank(who.role, who.disabled_at) = 0 then
		return now();
	end if;
	-- A member with a counting factor uses it until then.
	if has_factor(of_member) then
		return now() + interval '24 hours';
	end if;
	if who.factor_expected_until > now()
		or not factor_required(second_factor_rules((select value from setting where name = 'second_factor')), who.role) then
		return now();
	end if;
	return now() + interval '24 hours';
end $$;

create function guard_new_factor() returns trigger language plpgsql as $$
declare
	is_first boolean;
begin
	if tg_op = 'UPDATE' then
		-- An app becomes a factor with its first code; no other update makes it count.
		if tg_table_name <> 'totp' or to_jsonb(old) ->> 'confirmed_at' is not null or to_jsonb(new) ->> 'confirmed_at' is null then
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
create trigger passkey_of_its_holder before insert or update on passkey
	for each row execute function guard_new_factor();
create trigger totp_of_its_holder before insert or update on totp
	for each row execute function guard_new_factor();
create trigger recovery_code_of_its_holder before insert or update on recovery_code
	for each row execute function guard_new_factor();

-- Protected actions need a counting factor used in this transaction; without any factor, the password.
create function guard_proof() returns trigger language plpgsql as $$
begin
	if tg_op = 'INSERT' then
		if new.proved_at is not null and not is_owner_at_work() then
			raise exception 'a proof begins as a question';
		end if;
		return new;
	end if;
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
create trigger step_up_counts before insert or update on step_up for each row execute function guard_proof();

-- The content that a change confirmation's proof is bound to.
create function change_digest(of_change change_request) returns text language sql immutable as $$
	select encode(sha256(convert_to(
		jsonb_build_array('confirm', of_change.id, of_change.kind, of_change.subject, of_change.before, of_change.after)::text, 'UTF8')), 'hex')
$$;

-- A cookie alone confirms nothing: the second admin proved their identity for this change, which spends the proof.
create function require_confirmation_proof() returns trigger language plpgsql as $$
begin
	if not exists (
		select from step_up_subject join step_up on step_up.id = step_up_subject.step_up_id
		where step_up_subject.digest = change_digest(new) and step_up_subject.used_at is not null
			and step_up_subject.xmin = pg_current_xact_id()::xid
			and step_up.member_id = new.decided_by and step_up.purpose = 'confirm' and step_up.proved_at is not null
	) then
		raise exception 'a change is confirmed with a fresh proof';
	end if;
	return new;
end $$;
create trigger change_request_with_proof before update on change_request for each row
	when (new.state = 'confirmed' and old.state = 'waiting' and new.decided_by is not null)
	execute function require_confirmation_proof();
