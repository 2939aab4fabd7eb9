/** The account numbers for a statement's journal, the export for the business's accounting. */
import { z } from "zod";
import { operatorCodeSchema, plainTextSchema } from "#lib/contracts/common-fields.ts";
import { ACCOUNT_PATTERN, JOURNAL_PATTERN } from "#lib/statements/journal-codes.ts";

const accountSchema = z.string().regex(ACCOUNT_PATTERN);

/** A line is booked on the account of the first rule that fits its payment; a null `operator` or `purpose` fits every payment. */
const accountRuleSchema = z.strictObject({
	kind: z.enum(["deposit", "payout"]),
	operator: operatorCodeSchema.nullable(),
	/** Text that the payment's purpose must contain; capitals do not matter. */
	purpose: plainTextSchema(60).nullable(),
	account: accountSchema,
});

export const journalAccountsSchema = z.strictObject({
	journal: z.string().regex(JOURNAL_PATTERN),
	wallet: accountSchema,
	fees: accountSchema,
	deposits: accountSchema,
	payouts: accountSchema,
	/** The suspense account, for lines without a payment until an accountant books them elsewhere. */
	unmatched: accountSchema,
	rules: z.array(accountRuleSchema).max(40),
});
export type JournalAccounts = z.infer<typeof journalAccountsSchema>;

/** Account numbers of the SYSCOHADA chart: electronic money, bank charges, customers, suppliers, suspense; and salaries, by purpose. */
export const DEFAULT_ACCOUNTS: JournalAccounts = {
	...{ journal: "MM", wallet: "552", fees: "631", deposits: "411", payouts: "401", unmatched: "471" },
	rules: ["salaire", "salary", "salaries"].map((purpose) => ({
		kind: "payout",
		operator: null,
		purpose,
		account: "422",
	})),
};
