-- Somebody has looked for what a lost database sent, and says what was found: it is shown no more, and the record keeps it.
alter table forgotten_permit
	add closed_at timestamptz,
	add closed_by text references member (id),
	add reason text;
create index forgotten_permit_open on forgotten_permit (environment, sent_at desc) where closed_at is null;
