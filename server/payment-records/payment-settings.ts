/** Admin settings for payments, in table `setting`; a missing or unreadable value means the default that is given here. */
import { sql } from "kysely";
import { z } from "zod";
import type { BatchFailureRule, NewNumberRule, PaymentExpiry } from "#lib/contracts/payout-rule.ts";
import type { Database } from "#server/store/database.ts";
import { readSetting } from "#server/store/settings.ts";

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

/** `smaller_first`: currencies of wallets whose smaller payouts may leave before the oldest one that waits for funds; none by default. */
export async function readSmallerFirst(database: Database): Promise<string[]> {
	return (await readSetting(database, SMALLER_FIRST, smallerFirstSchema, { currencies: [] })).currencies;
}

const newNumberSchema = z.object({ restMinutes: z.int().min(0), secondPerson: z.boolean() });

/** `new_numbers`: the rule for numbers that were never paid or were changed recently. */
export async function readNewNumberRule(database: Database): Promise<NewNumberRule> {
	return readSetting(database, "new_numbers", newNumberSchema, { restMinutes: 0, secondPerson: false });
}

const batchFailureSchema = z.object({ failurePercent: z.int().min(1).max(100) });

/** `batch_failures`: the percentage of a batch's rows that may fail before its other rows wait. */
export async function readBatchFailureRule(database: Database): Promise<BatchFailureRule> {
	return readSetting(database, "batch_failures", batchFailureSchema, { failurePercent: 10 });
}

/** SQL: so many rows of `batch` have failed since the last resume that only an approver may resume it, whoever paused it. */
export const STOPPED_BY_FAILURES = sql<boolean>`(batch_failures(batch) - batch.failures_accepted >= batch.failure_limit)`;
