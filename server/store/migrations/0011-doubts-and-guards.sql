-- What waited in a database that lost some time may have left in that time: a state of its own, in doubt until people settle it.
alter table payment drop constraint payment_state_check;
alter table payment add constraint payment_state_check check (state in (
	'awaiting_approval', 'approved', 'sending', 'pending', 'succeeded', 'failed', 'not_sent', 'refused', 'unknown',
	'may_have_left', 'needs_review', 'settled_paid', 'settled_not_paid', 'rejected', 'cancelled', 'expired'));
drop index payment_open;
create index payment_open on payment (state, next_check_at)
	where state in ('awaiting_approval', 'approved', 'sending', 'pending', 'unknown', 'may_have_left', 'needs_review');
