-- Large books: what the reconciliation found is kept, what changed is noted in the commit that changes it, and every question that
-- comes back has its index.

-- What the machine could not tell, as it stood when the wallet was last reconciled. Worked out anew each time; only what differs is written.
create table reconciliation_finding (
	environment text not null,
	currency text not null,
	-- Of everything that is told here.
	digest text not null,
	alarm boolean not null,
	at timestamptz not null,
	-- The first and the last of its lines and payments.
	since timestamptz not null,
	until timestamptz not null,
	-- Of an alarm: what left the wallet and no payment here explains.
	surplus numeric not null,
	-- Somebody still has to say a word.
	waits boolean not null,
	told jsonb not null,
	primary key (environment, currency, digest)
);
create index reconciliation_finding_queue on reconciliation_finding (environment, currency, alarm desc, at desc, digest) where waits;
create index reconciliation_finding_span on reconciliation_finding (environment, currency, until);

-- What changed and has not been reconciled. A change that commits late is noted late: unlike a number drawn before, it cannot be passed by.
create table reconciliation_pending (
	id bigint generated always as identity primary key,
	environment text not null,
	currency text not null,
	payment_id text,
	-- Of a transaction that somebody imported.
	reference text
);
create index reconciliation_pending_of on reconciliation_pending (environment, currency);

-- What waits cannot have left. What may have left without a permit is marked before the time is written: its state tells.
create function note_changed_payments() returns trigger language plpgsql as $$
begin
	insert into reconciliation_pending (environment, currency, payment_id)
		select payment.environment, payment.currency, payment.id from payment
		where payment.id in (select payment_id from fresh)
			and (payment.sent_at is not null or payment.state not in ('awaiting_approval', 'approved'));
	return null;
end $$;
create trigger payment_event_noted after insert on payment_event
	referencing new table as fresh for each statement execute function note_changed_payments();

create function note_changed_imports() returns trigger language plpgsql as $$
begin
	insert into reconciliation_pending (environment, currency, reference)
		select environment, currency, reference from fresh where state = 'found' and currency is not null;
	return null;
end $$;
create trigger imported_transaction_noted after insert on imported_transaction
	referencing new table as fresh for each statement execute function note_changed_imports();
create trigger imported_transaction_noted_again after update on imported_transaction
	referencing new table as fresh for each statement execute function note_changed_imports();

-- Once everything is looked at again: what the numbers passed by is among it.
insert into reconciliation_pending (environment, currency, payment_id)
	select environment, currency, id from payment where sent_at is not null or deadline_at is not null or reference is not null;
insert into reconciliation_pending (environment, currency, reference)
	select environment, currency, reference from imported_transaction where state = 'found' and currency is not null;
alter table reconciliation_wallet drop column last_event_id, drop column last_import_at;

-- Unexplained deposits that are not told one by one.
alter table reconciliation_wallet add column findings_beyond integer not null default 0;
-- When something changed that the proofs kept may rest on, since they were last looked at.
alter table reconciliation_wallet add column touched_from timestamptz, add column touched_until timestamptz;

create index payment_looks on payment (environment, next_check_at) where next_check_at is not null;
create index payment_by_state on payment (kind, state, created_at desc, id desc);
create index payment_sent on payment (environment, currency, sent_at) where sent_at is not null;
drop index wallet_look_newest;
create index wallet_look_newest on wallet_look (environment, currency, fetched_at desc, id desc);
create index wallet_look_begun on wallet_look (environment, currency, first_fetched_at desc, id desc);
