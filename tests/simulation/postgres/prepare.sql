-- What a database of the simulation has beyond the desk's own: virtual time, the name of its server, and a way to copy all rows.
create schema simulation;

create function simulation.now() returns timestamptz language sql stable
	as $$ select current_setting('simulation.now')::timestamptz $$;
create function simulation.clock_timestamp() returns timestamptz language sql volatile
	as $$ select current_setting('simulation.now')::timestamptz $$;

create table simulation.server (system_identifier bigint not null, timeline integer not null, started_at timestamptz not null);
insert into simulation.server values (1, 1, pg_catalog.clock_timestamp());
create function simulation.pg_postmaster_start_time() returns timestamptz language sql stable
	as $$ select started_at from simulation.server $$;
create function simulation.pg_control_system() returns table (system_identifier bigint) language sql stable
	as $$ select system_identifier from simulation.server $$;
create function simulation.pg_walfile_name(pg_lsn) returns text language sql stable
	as $$ select lpad(to_hex(timeline), 8, '0') || repeat('0', 16) from simulation.server $$;

-- Columns took pg_catalog's function when they were made.
do $$
declare one record;
begin
	for one in select attrelid::regclass as owner, attname, pg_get_expr(adbin, adrelid) as expression
		from pg_attrdef join pg_attribute on attrelid = adrelid and attnum = adnum
		where attrelid in (select oid from pg_class where relnamespace = 'public'::regnamespace)
			and pg_get_expr(adbin, adrelid) like '%now()%'
	loop
		execute format('alter table %s alter %I set default %s', one.owner, one.attname,
			replace(replace(one.expression, 'pg_catalog.now()', 'now()'), 'now()', 'simulation.now()'));
	end loop;
end $$;

create view simulation.copied as
	select format('%I.%I', schemaname, tablename) as name, string_agg(format('%I', attname), ', ' order by attnum) as columns
	from pg_tables join pg_attribute on attrelid = format('%I.%I', schemaname, tablename)::regclass
	where (schemaname = 'public' and tablename not like 'kysely%'
			or format('%I.%I', schemaname, tablename) in ('graphile_worker._private_jobs', 'graphile_worker._private_tasks'))
		and attnum > 0 and not attisdropped and attgenerated = ''
	group by schemaname, tablename;

create function simulation.copy() returns jsonb language plpgsql as $$
declare one record; rows jsonb; copy jsonb := '{}';
begin
	for one in select name from simulation.copied loop
		execute format('select jsonb_agg(to_jsonb(kept)) from %s as kept', one.name) into rows;
		if rows is not null then copy := copy || jsonb_build_object(one.name, rows); end if;
	end loop;
	return copy || jsonb_build_object('sequences', (select jsonb_object_agg(format('%I.%I', schemaname, sequencename), last_value)
		from pg_sequences where schemaname in ('public', 'graphile_worker')));
end $$;

create function simulation.put_back(copy jsonb) returns void language plpgsql as $$
declare one record;
begin
	perform set_config('session_replication_role', 'replica', true);
	for one in select * from simulation.copied loop
		execute format('delete from %s', one.name);
		if copy ? one.name then
			execute format('insert into %1$s (%2$s) overriding system value select %2$s from jsonb_populate_recordset(null::%1$s, $1)',
				one.name, one.columns) using copy -> one.name;
		end if;
	end loop;
	-- Whoever puts a database back starts its server.
	update simulation.server set started_at = pg_catalog.clock_timestamp();
	perform setval(key::regclass, coalesce(value::bigint, 1), value is not null) from jsonb_each_text(copy -> 'sequences');
end $$;

-- Where each run begins.
create table simulation.beginning (copy jsonb not null);
