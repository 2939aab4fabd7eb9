-- A word counts that was said with the right to say it, and whose sayer has kept that right ever since.

-- The database's own time of saying it.
alter table decision add column said_at timestamptz not null default now();
alter table resolution add column said_at timestamptz not null default now();

create function word_counts(of_member text, of_said_at timestamptz) returns boolean language sql stable as $$
	select exists (
		select from member where id = of_member and role in ('approver', 'admin') and disabled_at is null
			and not password_temporary and (decides_from is null or decides_from <= of_said_at)
	)
$$;

create or replace function demand_approvers() returns trigger language plpgsql as $$
begin
	if new.kind <> 'payout' or (tg_op = 'UPDATE' and new.state = old.state) then
		return null;
	end if;
	if (
		select count(distinct member_id) from decision
		where payment_id = new.id and verdict = 'approve' and voided_at is null and facts = new.approved_facts
			and word_counts(member_id, said_at)
	) < approvers_needed(new.currency, greatest(new.amount, new.highest_amount)) then
		raise exception 'a payout needs its approvers';
	end if;
	return null;
end $$;

-- A word without weight neither settles nor stands in the way.
create or replace function demand_two_people() returns trigger language plpgsql as $$
declare
	wanted text := case new.state
		when 'settled_paid' then case when new.paid_amount is null then 'paid' else 'paid_other' end
		when 'settled_not_paid' then 'not_paid'
	end;
begin
	if tg_op = 'UPDATE' and old.state in ('settled_paid', 'settled_not_paid')
		and (new.state <> old.state or new.paid_amount is distinct from old.paid_amount) then
		raise exception 'a settled payment is final';
	end if;
	if wanted is null or (tg_op = 'UPDATE' and new.state = old.state) then
		return new;
	end if;
	if (
		select count(distinct member_id) < 2 or bool_or(outcome <> wanted or amount <> coalesce(new.paid_amount, new.amount)) from resolution
		where payment_id = new.id and payment_version = new.version - 1 and withdrawn_at is null
			and word_counts(member_id, said_at)
	) then
		raise exception 'two different people settle a payment';
	end if;
	return new;
end $$;
