-- Lines that are not as they should be: what a desk's reconciliation is tried on.
alter table sandbox.movement add column shown_from timestamptz;
alter table sandbox.journal drop constraint journal_kind_check;
alter table sandbox.journal add constraint journal_kind_check check (kind in (
	'funds', 'deposit', 'payout_reserved', 'payout_settled', 'payout_released', 'correction'));
