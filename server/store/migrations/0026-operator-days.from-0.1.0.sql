-- A match that was kept in another transaction while the days began was missing in the sums by operator: they wait for it now.
create or replace function begin_operator_days() returns trigger language plpgsql as $$
begin
	-- The lock of the matching, `lockWallet`.
	perform pg_advisory_xact_lock(7270403, hashtext(new.environment || ':' || new.currency));
	delete from movement_operator_day where environment = new.environment and currency = new.currency;
	insert into movement_operator_day
		select line.environment, line.currency, (line.created_at at time zone new.days_zone)::date, payment.operator, line.type,
			count(*), sum(line.amount), sum(line.fee)
		from reconciliation_line as match join movement as line on line.id = match.movement_id
			join payment on payment.id = match.payment_id
		where match.environment = new.environment and match.currency = new.currency and match.status = 'matched'
		group by 1, 2, 3, 4, 5;
	return null;
end $$;

delete from movement_operator_day;
insert into movement_operator_day
	select line.environment, line.currency, (line.created_at at time zone sync.days_zone)::date, payment.operator, line.type,
		count(*), sum(line.amount), sum(line.fee)
	from reconciliation_line as match join movement as line on line.id = match.movement_id
		join payment on payment.id = match.payment_id
		join movement_sync as sync on sync.environment = match.environment and sync.currency = match.currency
	where match.status = 'matched' and sync.days_zone is not null
	group by 1, 2, 3, 4, 5;
