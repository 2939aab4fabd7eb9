-- Whether a row ever failed or had no answer. A row that turns out to be paid ends no pause either: only an approver lets the others
-- go on.
alter table payment add column has_failed boolean not null default false;
create function note_batch_failure() returns trigger language plpgsql as $$
begin
	new.has_failed := true;
	return new;
end $$;
create trigger payment_batch_failure before insert or update of state on payment
	for each row when (new.batch_id is not null
		and new.state in ('failed', 'refused', 'not_sent', 'settled_not_paid', 'may_have_left', 'unknown', 'needs_review'))
	execute function note_batch_failure();
update payment set has_failed = true where batch_id is not null and exists (
	select from payment_event where payment_id = payment.id
		and state in ('failed', 'refused', 'not_sent', 'settled_not_paid', 'may_have_left', 'unknown', 'needs_review')
);
create index payment_batch_failed on payment (batch_id) where has_failed;

create or replace function batch_failures(of_batch batch) returns integer language sql stable as $$
	select count(*)::integer from payment where batch_id = of_batch.id and has_failed
$$;
