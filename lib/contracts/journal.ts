/** The accounts of the journal for the books. */
import { z } from "zod";
import { operatorCodeSchema, plainTextSchema } from "#lib/contracts/common-fields.ts";
import { ACCOUNT_PATTERN, JOURNAL_PATTERN } from "#lib/journal-codes.ts";

const accountSchema = z.string().regex(ACCOUNT_PATTERN);

/** The first rule that fits a line gives its account; an `operator` or `purpose` of null fits every line. */
const accountRuleSchema = z.strictObject({
	kind: z.enum(["deposit", "payout"]),
	operator: operatorCodeSchema.nullable(),
	/** Part of the payment's purpose, without regard to capitals. */
	purpose: plainTextSchema(60).nullable(),
	account: accountSchema,
});

export const journalAccountsSchema = z.strictObject({
	/** The journal's code in the accounting program. */
	journal: z.string().regex(JOURNAL_PATTERN),
	wallet: accountSchema,
	fees: accountSchema,
	deposits: accountSchema,
	payouts: accountSchema,
	/** The account of lines without a payment, until somebody books them. */
	unmatched: accountSchema,
	rules: z.array(accountRuleSchema).max(40),
});
export type JournalAccounts = z.infer<typeof journalAccountsSchema>;

/** Accounts of the SYSCOHADA: electronic money by telephone, bank charges, customers, suppliers, suspense; salaries by their purpose. */
export const DEFAULT_ACCOUNTS: JournalAccounts = {
	...{ journal: "MM", wallet: "552", fees: "631", deposits: "411", payouts: "401", unmatched: "471" },
	rules: ["salaire", "salary", "salaries"].map((purpose) => ({
		kind: "payout",
		operator: null,
		purpose,
		account: "422",
	})),
};
