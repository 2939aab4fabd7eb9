-- The book of the people and businesses that are paid, and numbers that are never paid.

create table recipient (
	id text primary key,
	version integer not null default 1,
	name text not null,
	-- For order and for finding doubles: without capitals and accents.
	sort_name text collate "C" not null
		generated always as (lower(regexp_replace(normalize(name, NFD), '[\u0300-\u036F]', '', 'g'))) stored,
	-- E.164.
	number text not null,
	operator text references operator,
	country text not null,
	-- What they are usually paid for, and the business's own reference.
	purpose text,
	reference text,
	note text,
	groups text[] not null default '{}',
	words tsvector not null
		generated always as (search_words(name || ' ' || coalesce(reference, '') || ' ' || coalesce(purpose, ''))) stored,
	-- Null: it is the number that the recipient was added with.
	number_changed_at timestamptz,
	earlier_number text,
	idempotency_key text,
	request_digest text,
	created_at timestamptz not null,
	created_by text not null references member,
	archived_at timestamptz,
	-- Of a double: the recipient that stands for both.
	merged_into text references recipient on delete set null
);
-- One name for each number.
create unique index recipient_number on recipient (number) where archived_at is null;
create unique index recipient_idempotency on recipient (created_by, idempotency_key) where idempotency_key is not null;
create index recipient_by_name on recipient (sort_name, id);
create index recipient_words on recipient using gin (words);
create index recipient_groups on recipient using gin (groups);
create index recipient_merged on recipient (merged_into) where merged_into is not null;
create index recipient_by_reference on recipient (lower(reference)) where reference is not null;

-- Whoever blocks a number gives a reason. A number stays blocked whatever becomes of its recipient.
create table blocked_number (
	number text primary key,
	reason text not null,
	at timestamptz not null,
	member_id text not null references member
);

create function guard_blocked_number() returns trigger language plpgsql as $$
begin
	perform guard_change('number_unblocked', old.number, jsonb_build_object('number', old.number, 'blocked', true),
		jsonb_build_object('number', old.number, 'blocked', false));
	return null;
end $$;
create trigger blocked_number_two_admins after delete on blocked_number for each row execute function guard_blocked_number();

create trigger blocked_number_stays before update on blocked_number for each row execute function refuse_rewriting();

-- Never paid, or its recipient has it for less than 30 days instead of another.
create function is_new_number(of_environment text, of_number text) returns boolean language sql stable as $$
	select not exists (
			select from payment where environment = of_environment and kind = 'payout' and phone_number = of_number
				and state in ('succeeded', 'settled_paid')
		) or exists (
			select from recipient where number = of_number and archived_at is null
				and number_changed_at > now() - interval '30 days'
		)
$$;

-- The approvers that a payout to this number needs besides those that its amount needs.
create function new_number_approvers(of_environment text, of_number text) returns integer language sql stable as $$
	select case when of_number is not null and (select new_number_rule(value) -> 'secondPerson' = 'true' from setting where name = 'new_numbers')
		and is_new_number(of_environment, of_number) then 1 else 0 end
$$;

-- The name of a batch's row is its own; the others have the book's. A first payment to a number rests; a limit waits for the next day.
alter table payment
	add waits_for text check (waits_for in ('limit_reached', 'new_number_rests'));
create index payment_recipient_words on payment using gin (search_words(recipient_name)) where recipient_name is not null;
