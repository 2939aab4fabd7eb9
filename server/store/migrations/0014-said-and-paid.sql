-- What the service last said of a payment's money under its reference, and why it failed, both in its own words.
alter table payment add column said_amount numeric(20, 2);
alter table payment add column said_currency text;
alter table payment add column service_reason text;

-- Two people may agree that it was paid with another amount than was asked for: from then on that amount counts. Null: as asked.
alter table payment add column paid_amount numeric(20, 2);
alter table payment add constraint payment_paid_amount_check
	check (paid_amount is null or (state = 'settled_paid' and paid_amount > 0 and paid_amount <> amount));
create index payment_by_paid on payment (environment, currency, kind, paid_amount, created_at) where paid_amount is not null;

-- A word `paid_other` names the amount that was paid, the other two the amount of the payment.
alter table resolution drop constraint resolution_outcome_check;
alter table resolution add constraint resolution_outcome_check check (outcome in ('paid', 'not_paid', 'paid_other'));

-- Two different people settle, in the same words and of the same amount, and nobody undoes it, whatever the program above believes.
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
	) then
		raise exception 'two different people settle a payment';
	end if;
	return new;
end $$;
drop trigger payment_two_people on payment;
create trigger payment_two_people before insert or update of state, paid_amount on payment
	for each row execute function demand_two_people();
