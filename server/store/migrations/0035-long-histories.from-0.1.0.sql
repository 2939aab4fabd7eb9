-- The days of the audit log: `at` and `id` ascend together, but no condition on `at` told PostgreSQL where to begin.
create index audit_entry_at on audit_entry (at, id);

-- Duplicates: payouts of a number that are open at any age. The paid ones of a day have their indexes by time.
create index payment_open_to_number on payment (phone_number) where kind = 'payout' and (state in (
	'awaiting_approval', 'approved', 'sending', 'pending', 'may_have_left', 'unknown', 'needs_review') or may_have_left_until is not null);
