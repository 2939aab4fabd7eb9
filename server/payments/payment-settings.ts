/** What admins decide about payments, in table `setting`; a missing or unreadable value means the careful default. */
import { z } from "zod";
import type { Database, DatabaseTransaction } from "#server/store/database.ts";

const approvalPolicySchema = z.object({ approvers: z.enum(["always", "never"]) });
export type ApprovalPolicy = z.infer<typeof approvalPolicySchema>;

/** `payout_approval`: does this payout wait for a second person? */
export async function readApprovalPolicy(database: Database | DatabaseTransaction): Promise<ApprovalPolicy> {
	return readSetting(database, "payout_approval", approvalPolicySchema, { approvers: "always" });
}

/** How many people other than the maker must agree before this payout may be sent. */
export function approversNeeded(policy: ApprovalPolicy, _facts: { amount: string; currency: string }): 0 | 1 {
	return policy.approvers === "always" ? 1 : 0;
}

const finalFailuresSchema = z.object({ statuses: z.array(z.string()) });

/** `final_failures`: the status words of the service that an admin has listed as final failure. Ships empty: the specification names none. */
export async function readFinalFailures(database: Database | DatabaseTransaction): Promise<ReadonlySet<string>> {
	const { statuses } = await readSetting(database, "final_failures", finalFailuresSchema, { statuses: [] });
	return new Set(statuses.filter((status) => status !== "success"));
}

const expirySchema = z.object({ payoutMinutes: z.int().min(1), depositMinutes: z.int().min(1) });
export type PaymentExpiry = z.infer<typeof expirySchema>;

/** `payment_expiry`: minutes after which what was not sent is not sent any more. A payer does not wait hours for a prompt. */
export async function readPaymentExpiry(database: Database | DatabaseTransaction): Promise<PaymentExpiry> {
	return readSetting(database, "payment_expiry", expirySchema, { payoutMinutes: 24 * 60, depositMinutes: 60 });
}

async function readSetting<T>(
	database: Database | DatabaseTransaction,
	name: string,
	schema: z.ZodType<T>,
	fallback: T,
): Promise<T> {
	const row = await database.selectFrom("setting").select("value").where("name", "=", name).executeTakeFirst();
	const parsed = schema.safeParse(row?.value);
	return parsed.success ? parsed.data : fallback;
}
