-- Papers that the desk issued: receipts and statements that leave the house. The code on each says that it came from here.

create table issued_paper (
	-- Eighty random bits: nobody finds one by trying.
	code text primary key,
	kind text not null check (kind in ('receipt.deposit', 'receipt.payout', 'statement')),
	-- The payment, or the wallet and its period.
	subject text not null,
	-- Digest of everything the paper says, except when it was asked for.
	digest text not null,
	-- Calendar day in the business's time zone.
	day date not null,
	issued_at timestamptz not null,
	issued_by text not null references member
);
-- The same paper asked for twice in a day has one code.
create unique index issued_paper_same on issued_paper (kind, subject, digest, day);
