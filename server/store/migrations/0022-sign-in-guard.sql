-- Guesses slow down by account and address together; what was counted by account alone is forgotten.
truncate sign_in_delay;
alter table sign_in_delay
	add kind text not null check (kind in ('pair', 'browser', 'account', 'address')),
	add account text;
create index sign_in_delay_account on sign_in_delay (account);
create index sign_in_delay_age on sign_in_delay (blocked_until);

-- Browsers in which a member signed in before: a digest of what their cookie holds. They open nothing; guesses of others do not delay them.
create table known_browser (
	id text primary key,
	token_hash text not null,
	member_id text not null references member (id),
	created_at timestamptz not null,
	last_used_at timestamptz not null,
	unique (token_hash, member_id)
);
create index known_browser_member on known_browser (member_id, last_used_at desc);

-- Wrong passwords by account and hour: the record gets the first, and how many followed. An empty member: names that nobody has.
create table sign_in_guess (
	hour timestamptz not null,
	member_id text not null,
	guesses integer not null check (guesses > 0),
	told integer not null default 0 check (told between 0 and guesses),
	primary key (hour, member_id)
);
