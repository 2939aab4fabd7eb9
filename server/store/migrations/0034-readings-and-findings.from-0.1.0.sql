-- A wallet's newest reading is the one that was stored last: its time may come from a clock that was ahead.
create index balance_reading_stored on balance_reading (environment, currency, id desc);

-- The id of the mismatch that a worker found itself when it reported to the stored one: each machine may know another last entry.
alter table worker add column found text;
