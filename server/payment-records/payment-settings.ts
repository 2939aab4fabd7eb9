/** Admin settings for payments, in table `setting`; a missing or unreadable value means the careful default. */
import { z } from "zod";
import type { BatchFailureRule, NewNumberRule, PaymentExpiry } from "#lib/contracts/payout-rule.ts";
import type { Database } from "#server/store/database.ts";
import { PREPARED } from "#server/store/keep-prepared.ts";

const finalFailuresSchema = z.object({ statuses: z.array(z.string()) });

/** `final_failures`: service statuses that an admin has listed as final failure. Empty by default: the specification names none. */
export async function readFinalFailures(database: Database): Promise<ReadonlySet<string>> {
	const { statuses } = await readSetting(database, "final_failures", finalFailuresSchema, { statuses: [] });
	return new Set(statuses.filter((status) => status !== "success" && status !== "pending"));
}

const expirySchema = z.object({ payoutMinutes: z.int().min(1), depositMinutes: z.int().min(1) });

/** `payment_expiry`: minutes after which an unsent payment expires. A payer does not wait hours for a prompt. */
export async function readPaymentExpiry(database: Database): Promise<PaymentExpiry> {
	return readSetting(database, "payment_expiry", expirySchema, { payoutMinutes: 24 * 60, depositMinutes: 60 });
}

export const SMALLER_FIRST = "smaller_first";

const smallerFirstSchema = z.object({ currencies: z.array(z.string()) });

/** Wallets whose later, smaller payouts may leave before the oldest one that waits for funds. By default none: the oldest first. */
export async function readSmallerFirst(database: Database): Promise<string[]> {
	return (await readSetting(database, SMALLER_FIRST, smallerFirstSchema, { currencies: [] })).currencies;
}

const newNumberSchema = z.object({ restMinutes: z.int().min(0), secondPerson: z.boolean() });

/** `new_numbers`: the rule for numbers that were never paid or were changed lately. By default they are paid like any other. */
export async function readNewNumberRule(database: Database): Promise<NewNumberRule> {
	return readSetting(database, "new_numbers", newNumberSchema, { restMinutes: 0, secondPerson: false });
}

const batchFailureSchema = z.object({ failurePercent: z.int().min(1).max(100) });

/** `batch_failures`: how much of a batch may fail before the rest waits. By default a tenth. */
export async function readBatchFailureRule(database: Database): Promise<BatchFailureRule> {
	return readSetting(database, "batch_failures", batchFailureSchema, { failurePercent: 10 });
}

/** Returns `fallback` while nobody has set a value, and for a value that cannot be read. */
export async function readSetting<T>(database: Database, name: string, schema: z.ZodType<T>, fallback: T): Promise<T> {
	const row = await database
		.selectFrom("setting")
		.modifyFront(PREPARED)
		.select("value")
		.where("name", "=", name)
		.executeTakeFirst();
	const parsed = schema.safeParse(row?.value);
	return parsed.success ? parsed.data : fallback;
}
