import { expect, test } from "vitest";
import { DEFAULT_ACCOUNTS, type JournalAccounts, journalAccountsSchema } from "#lib/contracts/journal.ts";
import type { FeeRule } from "#lib/contracts/reconciliation.ts";
import { USUAL_RULE } from "#server/reconciliation/proof/effects.ts";
import { bookLine } from "#server/statements/book-line.ts";
import type { StatementLine } from "#server/statements/statement-lines.ts";

const LINE: StatementLine = {
	...{ id: "7", createdAt: "2026-03-04T10:00:02.000000Z", day: "2026-03-04", type: "withdrawal", amount: "5000.00" },
	...{ fee: "50.00", paymentId: "payment-1", operator: "mtn-ci", operatorName: "MTN", who: "Awa Traoré" },
	...{ purpose: "Loyer de mars", reference: "TX-1" },
};
/** "552 -5050": the account and the amount; a credit is negative. */
const booked = (line: Partial<StatementLine>, accounts: JournalAccounts = DEFAULT_ACCOUNTS, rule = USUAL_RULE) =>
	bookLine({ ...accounts, rule }, { ...LINE, ...line }).map(
		({ account, debit, credit }) => `${account} ${(debit - credit) / 100n}`,
	);

test("a payout takes amount and fee from the wallet; a deposit brings the amount without its fee", () => {
	expect(booked({})).toEqual(["552 -5050", "631 50", "401 5000"]);
	expect(booked({ type: "deposit" })).toEqual(["552 4950", "631 50", "411 -5000"]);
	expect(booked({ fee: "0.00" })).toEqual(["552 -5000", "401 5000"]);
});

test("the wallet's account changes as its balance did by the kept rule, whichever side the fee is on", () => {
	const rule: FeeRule = { deposit: "inside", withdrawal: "inside", types: [{ type: "bonus", effect: "in" }] };
	expect(booked({}, DEFAULT_ACCOUNTS, rule)).toEqual(["552 -5000", "401 5000"]);
	expect(booked({ type: "deposit" }, DEFAULT_ACCOUNTS, rule)).toEqual(["552 5000", "411 -5000"]);
	const bonus = { type: "bonus", fee: "0.00", paymentId: null };
	expect(booked(bonus, DEFAULT_ACCOUNTS, rule)).toEqual(["552 5000", "471 -5000"]);
});

test("debit and credit of each line are equal, and neither is negative", () => {
	for (const type of ["deposit", "withdrawal"])
		for (const amount of ["0.00", "0.01", "5000.00", "99999999999999.99"])
			for (const fee of ["0.00", "0.01", "50.00", "6000.00"]) {
				const bookings = bookLine({ ...DEFAULT_ACCOUNTS, rule: USUAL_RULE }, { ...LINE, type, amount, fee });
				expect(bookings.reduce((sum, { debit, credit }) => sum + debit - credit, 0n)).toBe(0n);
				const wrong = bookings.filter(({ debit, credit }) => debit < 0n || credit < 0n || (debit > 0n && credit > 0n));
				expect(wrong).toEqual([]);
			}
});

test("a line without a payment waits on the suspense account, and one of a type without a sign is not booked", () => {
	expect(booked({ paymentId: null })).toEqual(["552 -5050", "631 50", "471 5000"]);
	expect(booked({ type: "correction" })).toEqual([]);
});

test("salaries are known by their purpose, whatever its capitals", () => {
	for (const purpose of ["SALAIRES de mars", "March salary", "Salaries"])
		expect(booked({ purpose }).at(-1)).toBe("422 5000");
	expect(booked({ type: "deposit", purpose: "Salaires" }).at(-1)).toBe("411 -5000");
});

test("the first rule that fits decides; what a rule leaves open fits every line", () => {
	const accounts: JournalAccounts = {
		...DEFAULT_ACCOUNTS,
		rules: [
			{ kind: "payout", operator: "wave-ci", purpose: null, account: "4011" },
			{ kind: "payout", operator: "mtn-ci", purpose: "éCOLE", account: "4012" },
			{ kind: "payout", operator: null, purpose: "loyer", account: "613" },
			{ kind: "payout", operator: null, purpose: null, account: "4019" },
			{ kind: "deposit", operator: null, purpose: null, account: "701" },
		],
	};
	expect(booked({}, accounts).at(-1)).toBe("613 5000");
	expect(booked({ operator: "wave-ci" }, accounts).at(-1)).toBe("4011 5000");
	expect(booked({ purpose: "École de Cocody" }, accounts).at(-1)).toBe("4012 5000");
	expect(booked({ purpose: null }, accounts).at(-1)).toBe("4019 5000");
	expect(booked({ type: "deposit" }, accounts).at(-1)).toBe("701 -5000");
});

test("the default accounts are ones that the form accepts, and a code with other signs is not", () => {
	expect(journalAccountsSchema.safeParse(DEFAULT_ACCOUNTS).success).toBe(true);
	for (const account of ["", "5", "55 2", "=552", "5".repeat(21)])
		expect(journalAccountsSchema.safeParse({ ...DEFAULT_ACCOUNTS, wallet: account }).success, account).toBe(false);
});
