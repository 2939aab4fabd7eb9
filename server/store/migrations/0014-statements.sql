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

-- A month's figures as one person proposed them and another confirmed them. A closed month ends by a change request alone.
create table statement_closing (
	id bigint generated always as identity primary key,
	environment text not null,
	currency text not null,
	month text not null check (month ~ '^\d{4}-\d{2}$'),
	-- Rises with each decision about the month.
	version integer not null,
	-- The month's first moment, and the first after it.
	since timestamptz not null,
	until timestamptz not null,
	-- JSON text, kept as it was written, and its SHA-256.
	figures text not null,
	digest text not null check (digest = encode(sha256(convert_to(figures, 'UTF8')), 'hex')),
	-- The accounts of the month's journal.
	accounts jsonb not null,
	proposed_by text not null references member,
	proposed_at timestamptz not null default now(),
	confirmed_by text references member,
	confirmed_at timestamptz,
	ended_by text references member,
	ended_at timestamptz,
	constraint another_confirms check (confirmed_by <> proposed_by),
	check ((confirmed_by is null) = (confirmed_at is null))
);
create unique index statement_closing_one on statement_closing (environment, currency, month) where ended_at is null;
create index statement_closing_newest on statement_closing (environment, currency, month, id desc);

create function guard_statement_closing() returns trigger language plpgsql as $$
begin
	if tg_op = 'DELETE' then
		raise exception 'a closing is kept';
	end if;
	if tg_op = 'INSERT' then
		new.proposed_at := now();
		if num_nonnulls(new.confirmed_by, new.confirmed_at, new.ended_at) > 0 or not decision_counts(new.proposed_by, now()) then
			raise exception 'a closing begins with a proposal that counts';
		end if;
		return new;
	end if;
	if to_jsonb(new) - array['version', 'confirmed_by', 'confirmed_at', 'ended_by', 'ended_at']
		<> to_jsonb(old) - array['version', 'confirmed_by', 'confirmed_at', 'ended_by', 'ended_at'] or old.ended_at is not null then
		raise exception 'a closing stays as it was proposed';
	end if;
	if new.confirmed_at is distinct from old.confirmed_at or new.confirmed_by is distinct from old.confirmed_by then
		new.confirmed_at := now();
		if old.confirmed_at is not null or new.ended_at is not null
			or not (decision_counts(new.confirmed_by, now()) and decision_counts(old.proposed_by, old.proposed_at)) then
			raise exception 'another person whose decision counts confirms a closing';
		end if;
	end if;
	if new.ended_at is not null and old.confirmed_at is not null then
		perform guard_change('statement_reopened', old.currency || ' ' || old.month, '{"monthClosed": true}', '{"monthClosed": false}');
	end if;
	return new;
end $$;
create trigger statement_closing_two_people before insert or update or delete on statement_closing
	for each row execute function guard_statement_closing();

-- The lines of a closed month, a thousand a page, as its files show them: later matches and names do not change them.
create table statement_closing_page (
	closing_id bigint not null references statement_closing,
	place integer not null,
	-- JSON text, in the order of the files.
	lines text not null,
	primary key (closing_id, place)
);

create function guard_closing_page() returns trigger language plpgsql as $$
begin
	if tg_op <> 'INSERT' or exists (
		select from statement_closing where id = new.closing_id and num_nonnulls(confirmed_at, ended_at) > 0
	) then
		raise exception 'the lines of a closing stay as they were confirmed';
	end if;
	return new;
end $$;
create trigger statement_closing_page_kept before insert or update or delete on statement_closing_page
	for each row execute function guard_closing_page();

-- Lines of a proposed or closed month that came (1), or that the service withdrew (-1), since its figures were reckoned.
create table statement_late_line (
	closing_id bigint not null references statement_closing,
	movement_id bigint not null references movement,
	change integer not null,
	noted_at timestamptz not null default now(),
	primary key (closing_id, movement_id)
);

create function note_late_lines(of_environment text, of_currency text, after_id bigint, only_id bigint, of_change integer)
returns void language sql as $$
	insert into statement_late_line (closing_id, movement_id, change)
		select closing.id, line.id, of_change from statement_closing as closing join movement as line
			on line.environment = closing.environment and line.currency = closing.currency
				and line.created_at >= closing.since and line.created_at < closing.until
				and line.id > after_id and (only_id is null or line.id = only_id)
		where closing.environment = of_environment and closing.currency = of_currency and closing.ended_at is null
	on conflict (closing_id, movement_id) do update set
		change = statement_late_line.change + excluded.change, noted_at = excluded.noted_at
$$;

create function note_new_lines() returns trigger language plpgsql as $$
begin
	perform note_late_lines(new.environment, new.currency, old.last_movement_id, null, 1);
	return null;
end $$;
create trigger movement_sync_late_lines after update of last_movement_id on movement_sync for each row
	when (new.last_movement_id > old.last_movement_id) execute function note_new_lines();

create function note_changed_line() returns trigger language plpgsql as $$
begin
	perform note_late_lines(new.environment, new.currency, new.id - 1, new.id, case when new.withdrawn_at is null then 1 else -1 end);
	return null;
end $$;
create trigger movement_late_change after update on movement for each row
	when (new.withdrawn_at is distinct from old.withdrawn_at and (new.withdrawn_at is null or old.withdrawn_at is null))
	execute function note_changed_line();
