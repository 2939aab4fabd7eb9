-- Its condition is one expression, which no other index has: with statistics from before a batch was approved, PostgreSQL took the
-- index of states, and each payout that was sent read and sorted all that waited.
drop index payment_leaving;
create index payment_leaving on payment (environment, currency, (batch_id is not null), created_at, id)
	include (amount, waits_until, batch_id) where kind || ' ' || state = 'payout approved';
