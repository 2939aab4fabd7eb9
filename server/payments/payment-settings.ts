/** What admins decide about payments, in table `setting`; a missing or unreadable value means the careful default. */
import { z } from "zod";
import type { PaymentExpiry } from "#lib/contracts/payout-rule.ts";
import type { Database, DatabaseTransaction } from "#server/store/database.ts";

const finalFailuresSchema = z.object({ statuses: z.array(z.string()) });

/** `final_failures`: the status words of the service that an admin has listed as final failure. Ships empty: the specification names none. */
export async function readFinalFailures(database: Database | DatabaseTransaction): Promise<ReadonlySet<string>> {
	const { statuses } = await readSetting(database, "final_failures", finalFailuresSchema, { statuses: [] });
	return new Set(statuses.filter((status) => status !== "success" && status !== "pending"));
}

const expirySchema = z.object({ payoutMinutes: z.int().min(1), depositMinutes: z.int().min(1) });

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
