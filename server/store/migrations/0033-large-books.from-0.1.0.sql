-- The filters of the audit log: without these, a member or an action that is rare is looked for in every entry.
create index audit_entry_member on audit_entry (member_id, id);
create index audit_entry_action on audit_entry (action, id);

-- A changed line is at hand, so only the closings are read. PostgreSQL before 18 read all lines of all closed months for it.
create or replace function note_changed_line() returns trigger language plpgsql as $$
begin
	insert into statement_late_line (closing_id, movement_id, change)
		select id, new.id, case when new.withdrawn_at is null then 1 else -1 end from statement_closing
		where environment = new.environment and currency = new.currency and ended_at is null
			and since <= new.created_at and until > new.created_at
	on conflict (closing_id, movement_id) do update set
		change = statement_late_line.change + excluded.change, noted_at = excluded.noted_at;
	return null;
end $$;

create or replace function note_new_lines() returns trigger language plpgsql as $$
begin
	insert into statement_late_line (closing_id, movement_id, change)
		select closing.id, line.id, 1 from statement_closing as closing join movement as line
			on line.environment = closing.environment and line.currency = closing.currency
				and line.created_at >= closing.since and line.created_at < closing.until and line.id > old.last_movement_id
		where closing.environment = new.environment and closing.currency = new.currency and closing.ended_at is null
	on conflict (closing_id, movement_id) do update set
		change = statement_late_line.change + excluded.change, noted_at = excluded.noted_at;
	return null;
end $$;
drop function note_late_lines(text, text, bigint, bigint, integer);
