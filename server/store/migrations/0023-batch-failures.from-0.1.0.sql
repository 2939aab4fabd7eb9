-- Rows that failed or have no answer. Two people's "not paid" ends no pause: only an approver lets the others go on.
create or replace function batch_failures(of_batch batch) returns integer language sql stable as $$
	select count(*)::integer from payment where batch_id = of_batch.id
		and state in ('failed', 'refused', 'not_sent', 'settled_not_paid', 'may_have_left', 'unknown', 'needs_review')
$$;
