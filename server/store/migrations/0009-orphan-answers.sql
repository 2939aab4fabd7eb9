-- Answers of the service whose attempt this database does not have: it was put back behind them. None is thrown away.
create table orphan_answer (
	-- One answer for an attempt, however often its line is merged.
	attempt_id text primary key,
	environment text not null,
	-- As the permit named it; this database may know it, in another state, or not at all.
	payment_id text not null,
	worker_id text not null,
	-- What the answer says, in the words of an attempt's outcome.
	state text not null,
	reference text,
	hint_reference text,
	service_status text,
	http_status integer,
	note text,
	excerpt text,
	answered_at timestamptz not null,
	kept_at timestamptz not null,
	resolved_at timestamptz,
	resolved_by text references member,
	resolution text check (resolution in ('attached', 'imported', 'dismissed')),
	reason text,
	check ((resolved_at is null) = (resolution is null))
);
create index orphan_answer_open on orphan_answer (environment, kept_at) where resolved_at is null;

-- The service's own clock at the permit, as its answers say it, and when it says that it made the transaction.
alter table payment add service_sent_at timestamptz, add service_created_at timestamptz;
create index payment_service_created on payment (environment, sent_at desc) where service_created_at is not null;
