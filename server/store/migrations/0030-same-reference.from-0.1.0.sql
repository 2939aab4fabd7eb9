-- The reference is part of an explanation: a second person who gives another one begins anew, since the first never saw it.
create or replace function await_second_person() returns trigger language plpgsql as $$
declare
	first reconciliation_decision;
begin
	new.recorded_at := now();
	new.awaits_second := false;
	if new.movement_id is null or new.verdict in ('reopen', 'support') or not line_takes_two(new.movement_id) then
		return new;
	end if;
	select * into first from reconciliation_decision where movement_id = new.movement_id order by id desc limit 1;
	new.awaits_second := not coalesce(
		first.awaits_second and first.member_id <> new.member_id and first.verdict = new.verdict
			and first.payment_id is not distinct from new.payment_id
			and first.reference is not distinct from new.reference
			and decision_counts(first.member_id, first.recorded_at) and decision_counts(new.member_id, now()),
		false);
	return new;
end $$;
