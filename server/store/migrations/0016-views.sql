-- How members look at lists.

-- Chosen columns, density and page size of a list, for one member.
create table list_layout (
	member_id text not null references member,
	list text not null check (list in ('movements', 'deposits', 'payouts')),
	-- Names in their order; null: the usual ones.
	columns text[] check (cardinality(columns) between 1 and 20),
	density text not null check (density in ('normal', 'compact')),
	-- The number of rows on a page.
	rows smallint not null default 50 check (rows in (25, 50, 100)),
	primary key (member_id, list)
);
