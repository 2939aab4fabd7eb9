-- A member's own requests on Home: a batch of thousands is not read for them.
create index payment_own on payment (maker_id, created_at) where kind = 'payout' and batch_id is null;
-- The badge of the frame, from the index alone: after a batch was approved, its thousands of dead rows are not visited.
create index payment_awaiting on payment (environment, maker_id) include (id, batch_id, kind) where state = 'awaiting_approval';
