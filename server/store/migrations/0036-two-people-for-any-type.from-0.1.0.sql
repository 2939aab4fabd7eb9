-- Two people explain a large line of any type but a deposit. The sign that an admin kept for a type counts for nothing here: that
-- admin alone could keep another one, explain the line and take it back.
create or replace function explained_by_two(of_type text, of_currency text, of_amount numeric) returns boolean language sql stable as $$
	select of_type <> 'deposit' and approvers_needed(of_currency, of_amount) > 1
$$;
