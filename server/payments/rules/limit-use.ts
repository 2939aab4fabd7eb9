import { sql } from "kysely";
import type { LimitUse, PayoutRule } from "#lib/contracts/payout-rule.ts";
import { nextDay, startOfDay } from "#lib/dates.ts";
import { type AmountMinor, minorOf } from "#lib/money.ts";
import { MAY_COST_STATES, NEVER_LEFT_STATES } from "#lib/payment-state.ts";
import { brokenLimits, limitUses } from "#lib/payments/payout-rules.ts";
import { findForgotten } from "#server/continuity/forgotten-permits.ts";
import type { PaymentRow } from "#server/payment-records/payment-summary.ts";
import { readPayoutRule } from "#server/payments/rules/payout-rule.ts";
import type { Database } from "#server/store/database.ts";

export interface LimitQuestion {
	environment: string;
	currency: string;
	makerId: string;
	/** Null while the number is not known yet. */
	number: string | null;
	/** A time on the day in question: of the request or of sending. */
	at: Date;
	timeZone: string;
	except?: string | undefined;
	/** Right before sending, only payouts that have left or were requested earlier count. */
	aheadOf?: Pick<PaymentRow, "id" | "created_at">;
	/** Counts by request day only, not by the day of sending. */
	askedOnly?: boolean;
	/** The maker's amounts that leave in the same commit, which the database does not count yet. */
	leavingMinor?: AmountMinor;
}

/**
 * Counts each payout not proven unpaid, at the amount that people confirmed if they did, on its request day and its sending day. A payout
 * that a lost database sent counts for its number; its maker is not known.
 */
export async function readLimitUses(
	database: Database,
	rule: PayoutRule,
	question: LimitQuestion,
): Promise<LimitUse[]> {
	const { number } = question;
	const sums = await readDaySums(database, rule, { ...question, numbers: number === null ? [] : [number] });
	const personDayMinor = sums.personDayMinor + (question.leavingMinor ?? 0n);
	return limitUses(rule, { personDayMinor, destinationDayMinor: (number && sums.byNumber.get(number)) || 0n });
}

/**
 * Returns, by id, the limit that each payout exceeds because its rule changed later. The payout counts on the day of its request, as at
 * the permit, so it could not leave on a later day either. The rows of a batch have one maker and one time, and are judged together.
 */
export async function findOverLimit(
	database: Database,
	payouts: readonly PaymentRow[],
	timeZone: string,
): Promise<Map<string, LimitUse>> {
	const over = new Map<string, LimitUse>();
	for (const [currency, group] of Map.groupBy(payouts, (payout) => payout.currency)) {
		const rule = await readPayoutRule(database, currency);
		const judged = group.filter(({ created_at }) => created_at.toISOString() <= (rule.changedAt ?? ""));
		const inOrder = judged.sort((one, other) => (one.id < other.id ? -1 : 1));
		for (const rows of Map.groupBy(inOrder, ({ id, batch_id }) => batch_id ?? id).values()) {
			const facts = rows.map(({ phone_number: number, amount }) => ({ number, amount }));
			const [first] = rows;
			if (!first) continue;
			const { environment, maker_id: makerId, created_at: at } = first;
			const numbers = facts.map(({ number }) => number);
			const question = { environment, currency, makerId, numbers, at, timeZone, aheadOf: first, askedOnly: true };
			const broken = brokenLimits(rule, await readDaySums(database, rule, question), facts);
			for (const [place, { id }] of rows.entries()) {
				const limit = broken[place];
				if (limit) over.set(id, limit);
			}
		}
	}
	return over;
}

export type SumsQuestion = Omit<LimitQuestion, "number"> & { numbers: readonly string[] };

/** Sums what counts against the day's limits so far, for the maker and for each number; zero where the rule has no such limit. */
export async function readDaySums(
	database: Database,
	rule: PayoutRule,
	question: SumsQuestion,
): Promise<{ personDayMinor: AmountMinor; byNumber: ReadonlyMap<string, AmountMinor> }> {
	const { makerId, numbers } = question;
	const own = rule.perPersonDay === null ? NONE : await sumDay(database, question, { makerId });
	const isNumberLimited = rule.perDestinationDay !== null && numbers.length > 0;
	const byNumber = isNumberLimited ? await sumDay(database, question, { numbers }) : NONE;
	return { personDayMinor: [...own.values()].reduce((sum, one) => sum + one, 0n), byNumber };
}

const NONE: ReadonlyMap<string, AmountMinor> = new Map();

/** Returns sums by number. SQL computes them, since each permit asks for them and a maker of salaries may have thousands of rows a day. */
async function sumDay(
	database: Database,
	question: SumsQuestion,
	by: { makerId: string } | { numbers: readonly string[] },
): Promise<Map<string, AmountMinor>> {
	const { environment, currency, at, timeZone, except, aheadOf } = question;
	const [from, to] = [startOfDay(at, timeZone), nextDay(at, timeZone)];
	let query = database
		.selectFrom("payment")
		.select(["phone_number", (of) => of.fn.sum<string>(of.fn.coalesce("paid_amount", "amount")).as("amount")])
		.where("kind", "=", "payout")
		.where("environment", "=", environment)
		.where("currency", "=", currency)
		.where("state", "in", MAY_COST_STATES)
		.where((of) => {
			const isWithin = (time: "created_at" | "sent_at" | "may_have_left_until") =>
				of.and([of(time, ">=", from), of(time, "<", to)]);
			if (question.askedOnly) return isWithin("created_at");
			// A payout that a lost database may have sent left at the latest when the mismatch was acknowledged, whatever its state is now.
			return of.or([isWithin("created_at"), isWithin("sent_at"), isWithin("may_have_left_until")]);
		})
		.groupBy("phone_number");
	if (except) query = query.where("id", "<>", except);
	if (aheadOf) query = query.where((of) => of.or([of("state", "not in", NEVER_LEFT_STATES), isBefore(aheadOf)]));
	const rows = await ("makerId" in by
		? query.where("maker_id", "=", by.makerId)
		: query.where(sql<boolean>`phone_number = any(${by.numbers})`)
	).execute();
	const sums = new Map(rows.map(({ phone_number: number, amount }) => [number, minorOf(amount)]));
	for (const { number, amount, sentAt } of await findLost(database, question, by))
		if (sentAt >= from && sentAt < to) sums.set(number, (sums.get(number) ?? 0n) + minorOf(amount));
	return sums;
}

async function findLost(
	database: Database,
	{ environment, currency }: SumsQuestion,
	by: { makerId: string } | { numbers: readonly string[] },
) {
	if ("makerId" in by) return [];
	const [only] = by.numbers;
	const facts = by.numbers.length === 1 && only !== undefined ? { phone_number: only } : {};
	const lost = await findForgotten(database, { kind: "payout", environment, currency }, facts);
	return lost.filter(({ number }) => by.numbers.includes(number));
}

function isBefore({ id, created_at }: Pick<PaymentRow, "id" | "created_at">) {
	return sql<boolean>`(payment.created_at, payment.id) < (${created_at}::timestamptz, ${id})`;
}
