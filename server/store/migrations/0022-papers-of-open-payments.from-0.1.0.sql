-- A paper of a payment that is not final is no receipt, also for whoever checks its code.
alter table issued_paper drop constraint issued_paper_kind_check;
alter table issued_paper add constraint issued_paper_kind_check
	check (kind in ('receipt.deposit', 'receipt.payout', 'open.deposit', 'open.payout', 'statement'));
