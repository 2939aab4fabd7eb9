/**
 * Repeats the checks of request and approval before a payout is sent: it may be another day, and there may be new duplicates.
 * The approvers' signatures are verified here, in the worker, where no code of the web program runs.
 */
import { sql } from "kysely";
import type { PayoutRule } from "#lib/contracts/payout-rule.ts";
import { dayOf, nextDay, startOfDay } from "#lib/dates.ts";
import { type AmountMinor, minorOf } from "#lib/money.ts";
import { unseenAtPermit } from "#lib/payments/duplicates.ts";
import { brokenLimit } from "#lib/payments/payout-rules.ts";
import type { Obstacle } from "#lib/send-obstacles.ts";
import type { Config } from "#server/config.ts";
import { readNewNumberRule } from "#server/payment-records/payment-settings.ts";
import type { PaymentRow } from "#server/payment-records/payment-summary.ts";
import { findUnsigned } from "#server/payments/rules/approval-signature.ts";
import { findTwins } from "#server/payments/rules/find-duplicates.ts";
import { type LimitQuestion, readLimitUses } from "#server/payments/rules/limit-use.ts";
import { findPausedBatches } from "#server/payments/rules/paused-batches.ts";
import { readPayoutRule } from "#server/payments/rules/payout-rule.ts";
import { resolveNumbers } from "#server/recipients/resolve-numbers.ts";
import type { Database } from "#server/store/database.ts";

/**
 * Returns the first broken rule of each payment of one wallet, by id. `together`: the payments leave in one commit and use up the
 * day's limits one after the other.
 */
export async function recheckRules(
	database: Database,
	payments: readonly PaymentRow[],
	{ at, config, together }: { at: Date; config: Pick<Config, "timeZone" | "appOrigin">; together: boolean },
): Promise<Map<string, Obstacle>> {
	const payouts = payments.filter(({ kind }) => kind === "payout");
	const broken = new Map<string, Obstacle>();
	const [first] = payouts;
	if (!first) return broken;
	const [paused, unsigned, numbers, twins, rule] = await Promise.all([
		findPausedBatches(database, payouts),
		findUnsigned(database, payouts, config),
		resolveNumbers(database, {
			environment: first.environment,
			numbers: payouts.map(({ phone_number }) => phone_number),
		}),
		findTwins(database, payouts, at),
		readPayoutRule(database, first.currency),
	]);
	const restUntil = await readRests(
		database,
		payouts.filter(({ phone_number }) => numbers.get(phone_number)?.neverPaid),
	);
	const leaving: PaymentRow[] = [];
	const judge = async (payout: PaymentRow): Promise<Obstacle | null> => {
		if (payout.batch_id !== null && paused.has(payout.batch_id)) return { kind: "batch_paused" };
		// guard: approvals-are-signed
		if (unsigned.has(payout.id)) return { kind: "signature_missing" };
		// guard: blocked-number-gets-no-permit
		if (numbers.get(payout.phone_number)?.blocked) return { kind: "number_blocked" };
		const until = restUntil.get(payout.id);
		// guard: first-payment-rests
		if (until && until > at) return { kind: "new_number_rests", until };
		const own = { id: payout.id, seen: payout.duplicate_of ?? [] };
		if (unseenAtPermit(own, twins.get(payout.id) ?? []).length > 0) return { kind: "duplicate_since" };
		return brokenDay(database, rule, payout, { at, timeZone: config.timeZone, leaving });
	};
	for (const payout of payouts.toSorted(byRequest)) {
		const found = await judge(payout);
		if (found) broken.set(payout.id, found);
		else if (together) leaving.push(payout);
	}
	return broken;
}

/** Returns when each new number's waiting time ends. It begins at the last correction, which may be of the number, or at the request. */
async function readRests(database: Database, payouts: readonly PaymentRow[]): Promise<Map<string, Date>> {
	if (payouts.length === 0) return new Map();
	const { restMinutes } = await readNewNumberRule(database);
	if (restMinutes === 0) return new Map();
	const ids = payouts.map(({ id }) => id);
	const corrected = await database
		.selectFrom("payment_event")
		.select(["payment_id", (of) => of.fn.max("at").as("at")])
		.where(sql<boolean>`payment_id = any(${ids})`)
		.where("event", "=", "corrected")
		.groupBy("payment_id")
		.execute();
	const since = new Map(corrected.map(({ payment_id, at }) => [payment_id, at]));
	return new Map(
		payouts.map(({ id, created_at }) => [id, new Date((since.get(id) ?? created_at).getTime() + restMinutes * 60_000)]),
	);
}

/** Sorts earlier requests first: the limits of a payout count the payouts requested before it. */
function byRequest(one: PaymentRow, other: PaymentRow): number {
	return one.created_at.getTime() - other.created_at.getTime() || (one.id < other.id ? -1 : 1);
}

async function brokenDay(
	database: Database,
	rule: PayoutRule,
	payout: PaymentRow,
	{ at, timeZone, leaving }: { at: Date; timeZone: string; leaving: readonly PaymentRow[] },
): Promise<Obstacle | null> {
	// Payouts requested today are left out: the day's sum already contains them.
	const uncounted = leaving
		.filter(({ maker_id, created_at }) => maker_id === payout.maker_id && created_at < startOfDay(at, timeZone))
		.reduce((sum, { amount }) => sum + minorOf(amount), 0n);
	if (await fitsDay(database, rule, payout, { at, timeZone, leavingMinor: uncounted })) return null;
	const until = nextDay(at, timeZone);
	// guard: limit-of-the-day-is-a-wait
	return (await fitsDay(database, rule, payout, { at: until, timeZone }))
		? { kind: "limit_reached", until }
		: { kind: "over_limit" };
}

async function fitsDay(
	database: Database,
	rule: PayoutRule,
	payment: PaymentRow,
	{ at, timeZone, leavingMinor = 0n }: { at: Date; timeZone: string; leavingMinor?: AmountMinor },
): Promise<boolean> {
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
	const leaving = await readLimitUses(database, rule, { ...question, at, leavingMinor });
	// A payout sent on a later day must also fit its request day, which then counts only the payouts requested on that day.
	const isSameDay = dayOf(at, timeZone) === dayOf(payment.created_at, timeZone);
	const asked = isSameDay ? [] : await readLimitUses(database, rule, { ...question, askedOnly: true });
	return brokenLimit([...asked, ...leaving], minorOf(payment.amount)) === null;
}
