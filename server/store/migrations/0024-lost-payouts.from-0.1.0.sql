-- Limits of the day count what may have left in lost time: without it each permit would read all payouts of its maker.
create index payment_may_have_left on payment (may_have_left_until) where may_have_left_until is not null;
