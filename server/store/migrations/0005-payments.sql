-- Payments, their single attempts, and people's decisions about them.

create table operator (
	code text primary key,
	name text not null,
	country text not null,
	currency text not null,
	flow text not null check (flow in ('payment_url', 'otp', 'ussd')),
	prefixes jsonb not null,
	dial_code text,
	window_minutes integer not null,
	enabled boolean not null
);

create function operator_state(of_operator operator) returns jsonb language sql immutable as $$
	select jsonb_build_object('name', of_operator.name, 'flow', of_operator.flow, 'dialCode', of_operator.dial_code,
		'windowMinutes', of_operator.window_minutes, 'enabled', of_operator.enabled)
$$;

create function guard_operator() returns trigger language plpgsql as $$
begin
	perform guard_change('operator_changed', old.code, operator_state(old), operator_state(new));
	return null;
end $$;
create trigger operator_two_admins after update on operator for each row execute function guard_operator();

create table payment (
	id text primary key,
	kind text not null check (kind in ('deposit', 'payout')),
	-- may_have_left: it waited in a database that lost some time, and may have left in that time; people settle it.
	state text not null check (state in (
		'awaiting_approval', 'approved', 'sending', 'pending', 'succeeded', 'failed', 'not_sent', 'refused', 'unknown',
		'may_have_left', 'needs_review', 'settled_paid', 'settled_not_paid', 'rejected', 'cancelled', 'expired')),
	version integer not null default 1,
	environment text not null,

	amount numeric(20, 2) not null check (amount > 0 and amount <= 100000000000),
	-- The highest amount ever requested decides the approvers, so that a lower amount avoids no tier.
	highest_amount numeric(20, 2) constraint payment_highest_amount_check check (highest_amount >= amount),
	-- Two people confirmed that another amount was paid; this one then counts. Null: as requested.
	paid_amount numeric(20, 2)
		constraint payment_paid_amount_check
		check (paid_amount is null or (state = 'settled_paid' and paid_amount > 0 and paid_amount <> amount)),
	currency text not null check (currency ~ '^[A-Z]{3}$'),
	operator text not null,
	operator_name text not null,
	flow text check (flow in ('payment_url', 'otp', 'ussd')),
	country text not null,
	phone_number text not null,
	note text,
	metadata jsonb,
	idempotency_key text not null,
	request_digest text not null,
	maker_id text not null references member,
	approver_id text references member,
	approved_facts text,

	-- The reason why the same number gets the same amount again, and the earlier payments that the reason covers.
	duplicate_of jsonb,
	duplicate_reason text check (char_length(duplicate_reason) >= 10),
	-- The approver who gave the reason when the same payment appeared after the request. Null: the maker.
	duplicate_by text references member,

	reference text,
	opaque_id text not null,
	service_status text,
	-- The service's last report about the payment's money under its reference.
	service_amount numeric(20, 2),
	service_currency text,
	payment_url text,
	qr_code text,
	-- Failure reason in the service's own words; and the cause when no answer was usable.
	failure_reason text,
	failure_cause text constraint payment_failure_cause_is_a_code check (failure_cause ~ '^([a-z_]+|(status|redirect):\d{3})$'),
	-- The fault of a pending payment's last check.
	check_cause text constraint payment_check_cause_is_a_code check (check_cause ~ '^([a-z_]+|(status|redirect):\d{3})$'),
	check_words text,
	hint_reference text,
	late boolean not null default false,

	created_at timestamptz not null,
	sent_at timestamptz,
	processed_at timestamptz,
	-- Deadline for the answer of the one POST.
	send_deadline timestamptz,
	-- Deadline for the payer of a deposit.
	payer_deadline timestamptz,
	-- Until when a payment without a permit here may have left.
	may_have_left_until timestamptz,
	-- An approved payout over the daily limit does not leave before this time.
	waits_until timestamptz,
	last_checked_at timestamptz,
	next_check_at timestamptz,
	checks integer not null default 0,
	final_at timestamptz,
	-- The service's own clock at the permit, from its answers, and its time for the transaction.
	service_sent_at timestamptz,
	service_created_at timestamptz,

	-- An approver is never the maker, even if the program fails to check it.
	constraint approver_is_not_maker check (approver_id is null or approver_id <> maker_id),
	constraint duplicate_has_its_reason check ((duplicate_of is null) = (duplicate_reason is null))
);
create unique index payment_idempotency on payment (maker_id, idempotency_key);
create unique index payment_reference on payment (environment, reference) where reference is not null;
create index payment_newest on payment (kind, created_at desc, id desc);
create index payment_by_state on payment (kind, state, created_at desc, id desc);
create index payment_open on payment (state, next_check_at)
	where state in ('awaiting_approval', 'approved', 'sending', 'pending', 'unknown', 'may_have_left', 'needs_review');
create index payment_due on payment (environment, next_check_at) where next_check_at is not null;
-- Finds repeated payouts and sums daily limits, which also count what left that day.
create index payment_to_number on payment (phone_number, created_at) where kind = 'payout';
create index payment_by_maker on payment (maker_id, created_at) where kind = 'payout';
-- The same invoice to any number: spaces and capitals do not distinguish purposes.
create index payment_by_purpose on payment (environment, lower(btrim(regexp_replace(note, '\s+', ' ', 'g'))), created_at)
	where kind = 'payout' and note is not null;
create index payment_left_by_maker on payment (maker_id, sent_at) where kind = 'payout' and sent_at is not null;
create index payment_left_to_number on payment (phone_number, sent_at) where kind = 'payout' and sent_at is not null;
-- For the reconciliation: payments of the same facts, in the order of time.
create index payment_by_facts on payment (environment, currency, kind, amount, created_at);
create index payment_by_paid on payment (environment, currency, kind, paid_amount, created_at) where paid_amount is not null;
-- Also answers Insights from the index alone.
create index payment_sent on payment (environment, currency, sent_at) include (id, kind, operator, state, final_at)
	where sent_at is not null;
create index payment_service_created on payment (environment, sent_at desc) where service_created_at is not null;
-- For search: words of the note, a reference's beginning or end, and the last digits of a number.
create index payment_words on payment using gin (search_words(note)) where note is not null;
create index payment_reference_begins on payment (lower(reference) text_pattern_ops) where reference is not null;
create index payment_reference_ends on payment (reverse(lower(reference)) text_pattern_ops) where reference is not null;
create index payment_number_ends on payment (reverse(phone_number) text_pattern_ops, created_at desc);

-- The permit to send: one row, so one POST, per payment for ever.
create table attempt (
	id text primary key,
	payment_id text not null references payment constraint attempt_one_per_payment unique,
	worker_id text not null,
	permitted_at timestamptz not null,
	send_deadline timestamptz not null,
	answered_at timestamptz,
	outcome text,
	http_status integer,
	excerpt text
);
create index attempt_permitted on attempt (permitted_at);

create table payment_event (
	id bigint generated always as identity primary key,
	payment_id text not null references payment,
	at timestamptz not null,
	state text not null,
	version integer not null,
	event text not null,
	by_kind text not null check (by_kind in ('member', 'service', 'cauri')),
	member_id text references member,
	note text,
	-- The facts of the event, by its kind.
	details jsonb not null default '{}'
);
create index payment_event_of on payment_event (payment_id, id);
-- Which payments were ever unknown: they are few.
create index payment_event_unknown on payment_event (payment_id) where state = 'unknown';

-- Two admins let a payout go that may have left already.
create function guard_release() returns trigger language plpgsql as $$
begin
	if not is_owner_at_work() and not exists (
		select from change_request where kind = 'wallet_answered' and spent_at = now() and xmin = pg_current_xact_id()::xid
			and (after ->> 'answers')::jsonb ->> new.payment_id = 'release'
	) then
		raise exception 'two admins let a held payout go';
	end if;
	return null;
end $$;
create trigger payment_event_release after insert on payment_event
	for each row when (new.event = 'said_not_left') execute function guard_release();

-- Payout rules of one currency, set by admins. No row: no limits, and one approver for every payout.
create table payout_rule (
	currency text primary key check (currency ~ '^[A-Z]{3}$'),
	version integer not null default 1,
	-- Null: no limit.
	per_payment numeric(20, 2) check (per_payment > 0),
	per_person_day numeric(20, 2) check (per_person_day > 0),
	per_destination_day numeric(20, 2) check (per_destination_day > 0),
	-- Up to and including this amount no approver is needed.
	no_approver_up_to numeric(20, 2) not null default 0 check (no_approver_up_to >= 0),
	-- Up to and including this amount one approver is enough, above it two. Null: one for any amount.
	one_approver_up_to numeric(20, 2) check (one_approver_up_to >= no_approver_up_to),
	changed_at timestamptz not null,
	changed_by text references member,
	-- Payouts without approval require a daily cap per person.
	constraint payout_rule_cap_without_approver check (no_approver_up_to = 0 or per_person_day is not null)
);

-- Limits and approvers of a currency, a row of `payout_rule` as JSON.
create function payout_rule_amounts(rule jsonb) returns jsonb language sql immutable as $$
	select jsonb_build_object('perPayment', rule ->> 'per_payment', 'perPersonDay', rule ->> 'per_person_day',
		'perDestinationDay', rule ->> 'per_destination_day',
		'noApproverUpTo', ((rule ->> 'no_approver_up_to')::numeric(20, 2))::text,
		'oneApproverUpTo', rule ->> 'one_approver_up_to')
$$;

create function guard_payout_rule() returns trigger language plpgsql as $$
declare
	-- Without a row: no limits, and one approver for any amount.
	was jsonb := case when tg_op = 'INSERT' then '{"no_approver_up_to": 0}' else to_jsonb(old) end;
	will jsonb := case when tg_op = 'DELETE' then '{"no_approver_up_to": 0}' else to_jsonb(new) end;
	about text := case when tg_op = 'INSERT' then new.currency else old.currency end;
begin
	if tg_op = 'UPDATE' and new.currency <> old.currency then
		raise exception 'a rule stays with its currency';
	end if;
	perform guard_change('payout_rule', about, payout_rule_amounts(was), payout_rule_amounts(will));
	return null;
end $$;
create trigger payout_rule_two_admins after insert or update or delete on payout_rule
	for each row execute function guard_payout_rule();

-- The same choice as approversFor() in lib/payments/payout-rules.ts.
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

-- The approvers that a payout needs whatever its amount: one where its maker's decisions do not count yet, or where another person
-- corrected it.
create function least_approvers(of_maker text, of_payment text) returns integer language sql stable as $$
	select case when exists (select from member where id = of_maker and decides_from > now())
		or exists (
			select from payment_event where payment_id = of_payment and event = 'corrected' and member_id <> of_maker
		) then 1 else 0 end
$$;

-- An approver's decision, bound to the facts and version shown. A correction voids it.
create table decision (
	id bigint generated always as identity primary key,
	payment_id text not null references payment,
	payment_version integer not null,
	member_id text not null references member,
	verdict text not null check (verdict in ('approve', 'reject')),
	-- Digest of amount, currency, operator, country and number.
	facts text not null,
	at timestamptz not null,
	recorded_at timestamptz not null default now(),
	voided_at timestamptz,
	-- The fresh proof that it spent, with the passkey's signature.
	step_up_id text references step_up
);
create unique index decision_one_per_member on decision (payment_id, member_id) where voided_at is null;
create index decision_step_up on decision (step_up_id) where step_up_id is not null;

-- The maker and anybody who corrected the facts cannot approve them, and decisions never change, even if the program fails to
-- check it.
create function require_other_person() returns trigger language plpgsql as $$
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
	for each row execute function require_other_person();

-- A payout is approved, and leaves, with the approvers that the current rules require. Decisions by people who lost the right do
-- not count.
create function require_approvers() returns trigger language plpgsql as $$
begin
	if new.kind <> 'payout' or (tg_op = 'UPDATE' and new.state = old.state) then
		return null;
	end if;
	if (
		select count(distinct member_id) from decision
		where payment_id = new.id and verdict = 'approve' and voided_at is null and facts = new.approved_facts
			and decision_counts(member_id, recorded_at)
	) < least(2, new_number_approvers(new.environment, new.phone_number) + greatest(
		approvers_needed(new.currency, greatest(new.amount, new.highest_amount)),
		least_approvers(new.maker_id, new.id)
	)) then
		raise exception 'a payout needs its approvers';
	end if;
	return null;
end $$;
create trigger payment_approvers_at_birth after insert on payment
	for each row when (new.state = 'approved') execute function require_approvers();
create trigger payment_approvers after update of state on payment
	for each row when (new.state in ('approved', 'sending')) execute function require_approvers();

-- People's decisions on a payment whose outcome the service does not report. They count for one version of the payment.
create table resolution (
	id bigint generated always as identity primary key,
	payment_id text not null references payment,
	payment_version integer not null,
	member_id text not null references member,
	outcome text not null check (outcome in ('paid', 'not_paid', 'paid_other')),
	-- For `paid_other` the amount paid, otherwise the payment's amount.
	amount numeric(20, 2) not null,
	reason text not null check (reason <> ''),
	-- The evidence panel at that moment.
	evidence jsonb not null,
	at timestamptz not null,
	recorded_at timestamptz not null default now(),
	withdrawn_at timestamptz
);
create unique index resolution_one_per_member on resolution (payment_id, payment_version, member_id) where withdrawn_at is null;

-- Two different people settle with the same outcome and amount, and nobody reverses it, even if the program fails to check it. A
-- decision that does not count neither settles nor blocks.
create function require_two_people() returns trigger language plpgsql as $$
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
			and decision_counts(member_id, recorded_at)
	) then
		raise exception 'two different people settle a payment';
	end if;
	return new;
end $$;
create trigger payment_two_people before insert or update of state, paid_amount on payment
	for each row execute function require_two_people();

-- One row per wallet while its balance is unreadable or too low: approved payouts wait, and no part of them has left.
create table payout_wait (
	environment text not null,
	currency text not null,
	kind text not null check (kind in ('disk_unwritable', 'service_away', 'service_busy', 'balance_unread', 'balance_low')),
	cause text constraint payout_wait_cause_is_a_code check (cause ~ '^([a-z_]+|(status|redirect):\d{3})$'),
	-- The service's own text.
	words text check (char_length(words) <= 300),
	-- By the desk's clock, for people: since when for this reason.
	since timestamptz not null,
	tries integer not null,
	-- By the database's clock: no attempt before this time.
	retry_at timestamptz not null,
	primary key (environment, currency)
);
