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
