-- Guards of payouts: the same payment twice, limits, how many people must approve, and what an edit undoes.

-- What admins decide about payouts of one currency. No row: no limits, and one approver for every payout.
create table payout_rule (
	currency text primary key check (currency ~ '^[A-Z]{3}$'),
	version integer not null default 1,
	-- Null: no limit.
	per_payment numeric(20, 2) check (per_payment > 0),
	per_person_day numeric(20, 2) check (per_person_day > 0),
	per_destination_day numeric(20, 2) check (per_destination_day > 0),
	-- Up to and including this nobody needs to approve.
	no_approver_up_to numeric(20, 2) not null default 0 check (no_approver_up_to >= 0),
	-- Up to and including this one approver is enough, above it two. Null: one for any amount.
	one_approver_up_to numeric(20, 2) check (one_approver_up_to >= no_approver_up_to),
	changed_at timestamptz not null,
	changed_by text references member
);
-- The setting from before the rules: "always" is what no row says; "never" was said of every amount and currency.
insert into payout_rule (currency, no_approver_up_to, changed_at, changed_by)
	select currency, 100000000000, changed_at, changed_by from setting
	cross join (select currency from operator union select currency from payment union select currency from wallet_look) as used
	where name = 'payout_approval' and value ->> 'approvers' = 'never';
delete from setting where name = 'payout_approval';

-- Why the same number gets the same amount again, and which earlier payments that was said of.
alter table payment add column duplicate_of jsonb;
alter table payment add column duplicate_reason text check (char_length(duplicate_reason) >= 10);
alter table payment add constraint duplicate_has_its_reason check ((duplicate_of is null) = (duplicate_reason is null));
create index payment_to_number on payment (phone_number, created_at) where kind = 'payout';
create index payment_by_maker on payment (maker_id, created_at) where kind = 'payout';

-- An approver's word, bound to the facts and the version that were seen. A correction voids it.
create table decision (
	id bigint generated always as identity primary key,
	payment_id text not null references payment,
	payment_version integer not null,
	member_id text not null references member,
	verdict text not null check (verdict in ('approve', 'reject')),
	-- Digest of amount, currency, operator, country and number.
	facts text not null,
	at timestamptz not null,
	voided_at timestamptz
);
create unique index decision_one_word on decision (payment_id, member_id) where voided_at is null;

insert into decision (payment_id, payment_version, member_id, verdict, facts, at)
	select id, version, approver_id, 'approve', approved_facts, created_at from payment
	where kind = 'payout' and approver_id is not null and approved_facts is not null;

-- Neither the maker nor who corrected the facts approves them, and no word is rewritten, whatever the program above believes.
create function demand_other_person() returns trigger language plpgsql as $$
begin
	if tg_op = 'UPDATE' then
		if old.voided_at is not null or to_jsonb(new) - 'voided_at' <> to_jsonb(old) - 'voided_at' then
			raise exception 'a decision stands as it was said';
		end if;
		return new;
	end if;
	if exists (select from payment where id = new.payment_id and maker_id = new.member_id) then
		raise exception 'who made a payout does not decide on it';
	end if;
	if new.verdict = 'approve' and exists (
		select from payment_event
		where payment_id = new.payment_id and member_id = new.member_id and event = 'corrected'
	) then
		raise exception 'who corrected a payout does not approve it';
	end if;
	return new;
end $$;
create trigger decision_other_person before insert or update on decision
	for each row execute function demand_other_person();

-- The same choice as approversFor() in lib/payout-rules.ts.
create function approvers_needed(of_currency text, of_amount numeric) returns integer language sql stable as $$
	select coalesce(
		(
			select case
				when of_amount <= no_approver_up_to then 0
				when one_approver_up_to is null or of_amount <= one_approver_up_to then 1
				else 2
			end
			from payout_rule where currency = of_currency
		),
		1)
$$;

-- A payout is approved, and leaves, with as many approvers as the rules ask for now, whatever the program above believes.
create function demand_approvers() returns trigger language plpgsql as $$
begin
	if new.kind <> 'payout' or (tg_op = 'UPDATE' and new.state = old.state) then
		return null;
	end if;
	if (
		select count(distinct member_id) from decision
		where payment_id = new.id and verdict = 'approve' and voided_at is null and facts = new.approved_facts
	) < approvers_needed(new.currency, new.amount) then
		raise exception 'a payout needs its approvers';
	end if;
	return null;
end $$;
create trigger payment_approvers_at_birth after insert on payment
	for each row when (new.state = 'approved') execute function demand_approvers();
create trigger payment_approvers after update of state on payment
	for each row when (new.state in ('approved', 'sending')) execute function demand_approvers();
