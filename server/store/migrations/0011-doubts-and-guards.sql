-- What waited in a database that lost some time may have left in that time: a state of its own, in doubt until people settle it.
alter table payment drop constraint payment_state_check;
alter table payment add constraint payment_state_check check (state in (
	'awaiting_approval', 'approved', 'sending', 'pending', 'succeeded', 'failed', 'not_sent', 'refused', 'unknown',
	'may_have_left', 'needs_review', 'settled_paid', 'settled_not_paid', 'rejected', 'cancelled', 'expired'));
drop index payment_open;
create index payment_open on payment (state, next_check_at)
	where state in ('awaiting_approval', 'approved', 'sending', 'pending', 'unknown', 'may_have_left', 'needs_review');

-- Whoever lowers an amount that needed somebody does not slip below a tier: the highest that was ever asked decides.
alter table payment add column highest_amount numeric(20, 2) constraint payment_highest_amount_check check (highest_amount >= amount);
-- Who said the reason: an approver, when the same payment has come since it was asked for. Null: its maker.
alter table payment add column duplicate_by text references member;
-- A day's limits count what left on it too.
create index payment_left_by_maker on payment (maker_id, sent_at) where kind = 'payout' and sent_at is not null;
create index payment_left_to_number on payment (phone_number, sent_at) where kind = 'payout' and sent_at is not null;

-- Without approval only under a daily cap per person. Rules from before are kept; until they have one, everything needs an approver.
alter table payout_rule add constraint payout_rule_cap_without_approver
	check (no_approver_up_to = 0 or per_person_day is not null) not valid;

-- The same choice as approversFor() in lib/payout-rules.ts.
create or replace function approvers_needed(of_currency text, of_amount numeric) returns integer language sql stable as $$
	select coalesce(
		(
			select case
				when of_amount <= no_approver_up_to and per_person_day is not null then 0
				when one_approver_up_to is null or of_amount <= one_approver_up_to then 1
				else 2
			end
			from payout_rule where currency = of_currency
		),
		1)
$$;

-- Words of people who may no longer decide do not count (lib/roles.ts says who may).
create or replace function demand_approvers() returns trigger language plpgsql as $$
begin
	if new.kind <> 'payout' or (tg_op = 'UPDATE' and new.state = old.state) then
		return null;
	end if;
	if (
		select count(distinct decision.member_id) from decision join member on member.id = decision.member_id
		where payment_id = new.id and verdict = 'approve' and voided_at is null and facts = new.approved_facts
			and member.disabled_at is null and member.role in ('approver', 'admin')
	) < approvers_needed(new.currency, greatest(new.amount, new.highest_amount)) then
		raise exception 'a payout needs its approvers';
	end if;
	return null;
end $$;
