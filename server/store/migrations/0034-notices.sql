-- What happened to a member's own account, for them to see: until they say that they have, and by mail where the desk sends any.
create table notice (
	id text primary key,
	member_id text not null references member (id),
	kind text not null,
	details jsonb not null,
	created_at timestamptz not null,
	seen_at timestamptz
);
create index notice_unseen on notice (member_id, id) where seen_at is null;
create index notice_age on notice (seen_at) where seen_at is not null;

-- What was told stays as it was told; whose it is says once that they have seen it.
create function guard_notice() returns trigger language plpgsql as $$
begin
	if to_jsonb(new) - 'seen_at' <> to_jsonb(old) - 'seen_at' or old.seen_at is not null then
		raise exception 'a notice stands as it was given';
	end if;
	return new;
end $$;
create trigger notice_kept before update on notice for each row execute function guard_notice();
