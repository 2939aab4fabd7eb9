-- Statements: sums by operator, and months that two people closed.

-- Sums of matched lines by business day, operator of the payment, and type; the rest of movement_day has no payment.
create table movement_operator_day (
	environment text not null,
	currency text not null,
	day date not null,
	operator text not null,
	type text not null,
	lines integer not null,
	amount numeric(30, 2) not null,
	fee numeric(30, 2) not null,
	primary key (environment, currency, day, operator, type)
);

-- In the commit of the match. Lines, and operators of payments, never change.
create function keep_operator_days() returns trigger language plpgsql as $$
declare
	change integer := case tg_op when 'DELETE' then -1 else 1 end;
begin
	with changed as (
		select line.environment, line.currency, (line.created_at at time zone sync.days_zone)::date as day, payment.operator, line.type,
			change * count(*) as lines, change * sum(line.amount) as amount, change * sum(line.fee) as fee
		from touched join movement as line on line.id = touched.movement_id join payment on payment.id = touched.payment_id
			join movement_sync as sync on sync.environment = line.environment and sync.currency = line.currency
		where touched.status = 'matched' and sync.days_zone is not null
		group by 1, 2, 3, 4, 5
	), kept as (
		insert into movement_operator_day select * from changed order by 1, 2, 3, 4, 5
		on conflict (environment, currency, day, operator, type) do update set
			lines = movement_operator_day.lines + excluded.lines,
			amount = movement_operator_day.amount + excluded.amount,
			fee = movement_operator_day.fee + excluded.fee
		returning 1
	)
	select count(*) into change from kept;
	return null;
end $$;
create trigger reconciliation_line_came after insert on reconciliation_line
	referencing new table as touched for each statement execute function keep_operator_days();
create trigger reconciliation_line_went after delete on reconciliation_line
	referencing old table as touched for each statement execute function keep_operator_days();

-- The first complete list, and another time zone of the business, begin the days again.
create function begin_operator_days() returns trigger language plpgsql as $$
begin
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
create trigger movement_sync_other_days after update of days_zone on movement_sync for each row
	when (new.days_zone is not null and new.days_zone is distinct from old.days_zone) execute function begin_operator_days();
