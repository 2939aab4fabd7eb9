-- How members look at lists.

-- Chosen columns and density of a list, for one member.
create table list_layout (
	member_id text not null references member,
	list text not null check (list in ('movements', 'deposits', 'payouts')),
	-- Names in their order; null: the usual ones.
	columns text[] check (cardinality(columns) between 1 and 20),
	density text not null check (density in ('normal', 'compact')),
	primary key (member_id, list)
);
