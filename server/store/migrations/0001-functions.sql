-- Functions that several tables share.

-- Only programs of the machine's owner (server/cli) set this, for one transaction. Web and worker use their own database roles
-- (server/store/table-rights.ts) and are never the owner, whatever they set.
create function is_owner_at_work() returns boolean language sql stable as $$
	select coalesce(current_setting('cauri.owner', true), '') = 'yes' and current_user not in ('cauri_web', 'cauri_worker')
$$;

-- Permissions about money and people, in ascending order.
create function member_rank(of_role text, of_disabled_at timestamptz) returns integer language sql immutable as $$
	select case when of_disabled_at is not null then 0
		else case of_role when 'maker' then 1 when 'approver' then 2 when 'admin' then 3 else 0 end end
$$;

create function refuse_rewriting() returns trigger language plpgsql as $$
begin
	raise exception '% is append-only', tg_table_name;
end $$;

-- Splits text into words without capitals and accents, like wordsOf() in lib/text/search-text.ts; PostgreSQL's own parser reads
-- "INV-2026" as a negative number. Cost and setting prevent inlining, so that the index is used.
create function search_words(of_text text) returns tsvector language sql immutable strict parallel safe cost 10000
	set search_path = pg_catalog as $$
	select array_to_tsvector(array_remove(
		regexp_split_to_array(
			lower(regexp_replace(normalize(left(of_text, 400), NFD), '[\u0300-\u036F]', '', 'g')),
			'[\s\u00A0\u202F!-/:-@\[-`{-~«»·\u2010-\u2027]+'),
		''))
$$;
