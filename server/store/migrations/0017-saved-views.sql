-- Filters, order and columns of a list under a name.
create table list_view (
	id text primary key,
	list text not null check (list in ('movements', 'deposits', 'payouts')),
	name text not null check (length(name) between 1 and 60),
	member_id text not null references member,
	-- Every member sees it; its own member and admins remove it.
	shared boolean not null,
	-- As the list's address has it, without a page; a usual period stands under its name, so that it moves with the days.
	query text not null check (length(query) <= 1000),
	columns text[] check (cardinality(columns) between 1 and 20),
	density text not null check (density in ('normal', 'compact')),
	-- The number of rows on a page.
	rows smallint not null default 50 check (rows in (25, 50, 100)),
	saved_at timestamptz not null
);
create unique index list_view_name on list_view (member_id, list, lower(name));
create index list_view_shared on list_view (list) where shared;
