/**
 * Repeats the approval and limit checks at sending time: the day may have changed, and duplicates may have been created since.
 * The approvers' own signatures are verified here, where no code of the web program runs.
 */
import { sql } from "kysely";
import type { OwnWait } from "#lib/contracts/payout-wait.ts";
import { dayOf, nextDay } from "#lib/dates.ts";
import { unseenAtPermit } from "#lib/payments/duplicates.ts";
import { brokenLimit, decidingAmount } from "#lib/payments/payout-rules.ts";
import type { Config } from "#server/config.ts";
import { readNewNumberRule } from "#server/payment-records/payment-settings.ts";
import type { PaymentRow } from "#server/payment-records/payment-summary.ts";
import { areApprovalsSigned } from "#server/payments/rules/approval-signature.ts";
import { findTwinPayments } from "#server/payments/rules/find-duplicates.ts";
import { type LimitQuestion, readLimitUses } from "#server/payments/rules/limit-use.ts";
import { readPayoutRule } from "#server/payments/rules/payout-rule.ts";
import { resolveNumbers } from "#server/recipients/resolve-numbers.ts";
import type { Database, DatabaseTransaction } from "#server/store/database.ts";
import { PREPARED } from "#server/store/keep-prepared.ts";

export type BrokenRule =
	| { kind: "batch_paused" }
	| { kind: "signature_missing" }
	| { kind: "duplicate_since" }
	| { kind: "number_blocked" }
	| { kind: "over_limit" }
	/** A new number, or over a limit of this day only: `until` is when it may leave. */
	| { kind: OwnWait; until: Date };

/** Null when nothing prevents a permit at time `at`. */
export async function recheckRules(
	database: Database | DatabaseTransaction,
	payment: PaymentRow,
	{ at, config }: { at: Date; config: Pick<Config, "timeZone" | "appOrigin"> },
): Promise<BrokenRule | null> {
	if (payment.kind === "deposit") return null;
	const { timeZone } = config;
	if (await isBatchPaused(database, payment)) return { kind: "batch_paused" };
	// guard: approvals-are-signed
	if (!(await areApprovalsSigned(database, payment, config))) return { kind: "signature_missing" };
	const { environment, phone_number: number } = payment;
	const facts = (await resolveNumbers(database, { environment, numbers: [number] })).get(number);
	// guard: blocked-number-gets-no-permit
	if (facts?.blocked) return { kind: "number_blocked" };
	const rested = facts?.neverPaid ? await restsUntil(database, payment) : null;
	// guard: first-payment-rests
	if (rested !== null && rested > at) return { kind: "new_number_rests", until: rested };
	const twins = await findTwinPayments(database, payment, { at, except: payment.id });
	if (unseenAtPermit({ id: payment.id, seen: payment.duplicate_of ?? [] }, twins).length > 0)
		return { kind: "duplicate_since" };
	if (await fitsDay(database, payment, { at, timeZone })) return null;
	const until = nextDay(at, timeZone);
	// guard: limit-of-the-day-is-a-wait
	return (await fitsDay(database, payment, { at: until, timeZone }))
		? { kind: "limit_reached", until }
		: { kind: "over_limit" };
}

export async function isBatchPaused(
	database: Database | DatabaseTransaction,
	{ batch_id: id }: Pick<PaymentRow, "batch_id">,
): Promise<boolean> {
	if (id === null) return false;
	const batch = await database
		.selectFrom("batch")
		.modifyFront(PREPARED)
		.select(sql<boolean>`is_batch_paused(batch)`.as("paused"))
		.where("id", "=", id)
		.executeTakeFirstOrThrow();
	return batch.paused;
}

/** Counted from the request, or from the last correction, which may have put in the number. Null: it need not rest. */
async function restsUntil(database: Database | DatabaseTransaction, payment: PaymentRow): Promise<Date | null> {
	const { restMinutes } = await readNewNumberRule(database);
	if (restMinutes === 0) return null;
	const corrected = await database
		.selectFrom("payment_event")
		.select((of) => of.fn.max("at").as("at"))
		.where("payment_id", "=", payment.id)
		.where("event", "=", "corrected")
		.executeTakeFirst();
	return new Date((corrected?.at ?? payment.created_at).getTime() + restMinutes * 60_000);
}

async function fitsDay(
	database: Database | DatabaseTransaction,
	payment: PaymentRow,
	{ at, timeZone }: { at: Date; timeZone: string },
): Promise<boolean> {
	const rule = await readPayoutRule(database, payment.currency);
	const question: LimitQuestion = {
		environment: payment.environment,
		currency: payment.currency,
		makerId: payment.maker_id,
		number: payment.phone_number,
		at: payment.created_at,
		timeZone,
		except: payment.id,
		aheadOf: payment,
	};
	const leaving = await readLimitUses(database, rule, { ...question, at });
	// Payouts that left on the request day use up only that day's limit, so a later sending day does not count them.
	const isSameDay = dayOf(at, timeZone) === dayOf(payment.created_at, timeZone);
	const asked = isSameDay ? [] : await readLimitUses(database, rule, { ...question, askedOnly: true });
	return brokenLimit([...asked, ...leaving], decidingAmount({ amount: payment.amount, highest_amount: null })) === null;
}
