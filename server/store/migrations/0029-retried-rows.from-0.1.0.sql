-- The first payout that ended unpaid and that this row is to pay again, also if the row was copied from a copy.
alter table batch_row add column retry_of text;
create index batch_row_retry on batch_row (retry_of) where retry_of is not null;
