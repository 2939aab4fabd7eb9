-- What PostgreSQL knows of a mirror that has just grown. Only an owner may have it learn anew (PostgreSQL 16 and older have no right
-- for it), and the roles of the programs are none: the owner's function does this one thing for the worker.
create function analyze_movement() returns void language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
	analyze public.movement;
end
$$;
revoke all on function analyze_movement() from public;
