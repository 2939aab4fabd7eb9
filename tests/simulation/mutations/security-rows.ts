/** Rows of docs/security.md and rules without a mutation of their own elsewhere, each with the test that must fail. */
import type { TestedMutation } from "#tests/simulation/mutations/mutation.ts";
import { withoutInSql } from "#tests/simulation/mutations/sql-edits.ts";

const SERVER = "integration/server";

export const SECURITY_ROWS: readonly TestedMutation[] = [
	{
		name: "what a lost database sent is no duplicate (rule 20)",
		edits: [{ guard: "lost-payouts-are-twins", put: "const lost: Awaited<ReturnType<typeof findLost>> = [];" }],
		file: `${SERVER}/payments/rules/forgotten-payments`,
		test: "stands in the way of the same number and amount at the request, and a reason goes past it",
	},
	{
		name: "a line that comes late names no payment that ended as not paid",
		edits: [{ guard: "late-line-names-its-payment", swap: { "rows.map": "rows.slice(0, 0).map" } }],
		file: `${SERVER}/reconciliation/paid-after-all`,
		test: "was the line of a payment nobody knew: it is named as soon as two people settle that payment as not paid",
	},
	{
		name: "the same invoice with another amount is named to nobody",
		edits: [{ guard: "same-invoice-is-named", swap: { "asked.length === 0": "asked.length >= 0" } }],
		file: `${SERVER}/payments/rules/find-similar-payouts`,
		test: "is the same number with an amount close by within seven days",
	},
	{
		name: "two workers outbid each other for the proof of one wallet (rule 15)",
		edits: [{ guard: "wallet-that-is-read-is-not-due" }, { guard: "one-worker-reads-a-wallet" }],
		file: `${SERVER}/continuity/prove-wallets`,
		test: "one reads a wallet, however long it takes, and the other does not outbid it",
	},
	{
		name: "the web program's account writes in the worker's name (row 34)",
		statements: [withoutInSql("note_writer", { "new.written_by := current_user;": "" })],
		file: `${SERVER}/audit/seal-audit`,
		test: "in the worker's name is found at the entry",
	},
	{
		name: "a blocked number is not asked about at the permit (row 36)",
		edits: [{ guard: "blocked-number-gets-no-permit" }],
		file: `${SERVER}/payments/new-numbers`,
		test: "stops a payout at its request, its correction, its approval and its permit",
	},
	{
		name: "a first payment to a number does not rest (row 36)",
		edits: [{ guard: "first-payment-rests" }],
		file: `${SERVER}/payments/new-numbers`,
		test: "rests as long as the rule says, counted from its request or its correction, and then leaves by itself",
	},
	{
		name: "a backup is written in the clear although it has a recipient (row 38)",
		edits: [{ guard: "backup-is-encrypted", put: "const cipher = null as BackupCipher | null;" }],
		file: `${SERVER}/backup/encrypted-backup`,
		test: "shows nothing without the secret key, and comes back with it",
	},
];
