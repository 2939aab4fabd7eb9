import { sql } from "kysely";
import type { LimitUse, PayoutRule } from "#lib/contracts/payout-rule.ts";
import { dayOf } from "#lib/dates.ts";
import { type AmountMinor, minorOf } from "#lib/money.ts";
import { MAY_COST_STATES, mayHaveLeft } from "#lib/payment-state.ts";
import { limitUses } from "#lib/payments/payout-rules.ts";
import { findForgotten } from "#server/continuity/forgotten-permits.ts";
import { countedAmount, type PaymentRow } from "#server/payment-records/payment-summary.ts";
import type { Database, DatabaseTransaction } from "#server/store/database.ts";

// A calendar day has at most 26 hours; the exact day in its time zone is filtered below.
const LONGEST_DAY_MS = 26 * 3_600_000;

export interface LimitQuestion {
	environment: string;
	currency: string;
	makerId: string;
	/** Null while it is not known yet. */
	number: string | null;
	/** A time on the day in question: of the request or of sending. */
	at: Date;
	timeZone: string;
	except?: string | undefined;
	/** Right before sending, only payouts that have left or were requested earlier count. */
	aheadOf?: Pick<PaymentRow, "id" | "created_at">;
	/** Counts by request day only, not by the day of sending. */
	askedOnly?: boolean;
}

/**
 * Counts each payout not proven unpaid, at its settled amount if there is one, on its request day and its sending day. What a lost
 * database sent counts for its number; its maker is not known.
 */
export async function readLimitUses(
	database: Database | DatabaseTransaction,
	rule: PayoutRule,
	question: LimitQuestion,
): Promise<LimitUse[]> {
	const { number } = question;
	const sums = await readDaySums(database, rule, { ...question, numbers: number === null ? [] : [number] });
	return limitUses(rule, { ...sums, destinationDayMinor: (number && sums.byNumber.get(number)) || 0n });
}

export type SumsQuestion = Omit<LimitQuestion, "number"> & { numbers: readonly string[] };

/** What counts against the day's limits so far: of the maker, and of each number. Zero where the rule has no such limit. */
export async function readDaySums(
	database: Database | DatabaseTransaction,
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

/** By number. */
async function sumDay(
	database: Database | DatabaseTransaction,
	question: SumsQuestion,
	by: { makerId: string } | { numbers: readonly string[] },
): Promise<Map<string, AmountMinor>> {
	const { environment, currency, at, timeZone, except } = question;
	const near = (ms: number) => new Date(at.getTime() + ms);
	const query = database
		.selectFrom("payment")
		.select(["id", "phone_number", "amount", "paid_amount", "state", "created_at", "sent_at", "may_have_left_until"])
		.where("kind", "=", "payout")
		.where("environment", "=", environment)
		.where("currency", "=", currency)
		.where("state", "in", MAY_COST_STATES)
		.where((of) => {
			const isNear = (time: "created_at" | "sent_at" | "may_have_left_until") =>
				of.and([of(time, ">", near(-LONGEST_DAY_MS)), of(time, "<", near(LONGEST_DAY_MS))]);
			const leftNear = of.and([of("state", "=", "may_have_left"), isNear("may_have_left_until")]);
			return of.or([isNear("created_at"), isNear("sent_at"), leftNear]);
		});
	const rows = await ("makerId" in by
		? query.where("maker_id", "=", by.makerId)
		: query.where(sql<boolean>`phone_number = any(${by.numbers})`)
	).execute();
	const day = dayOf(at, timeZone);
	const sums = new Map<string, AmountMinor>();
	const add = (number: string, amount: string) => sums.set(number, (sums.get(number) ?? 0n) + minorOf(amount));
	for (const row of rows) {
		if (row.id === except || !daysOf(row, question).some((time) => dayOf(time, timeZone) === day)) continue;
		if (!question.aheadOf || mayHaveLeft(row.state) || isBefore(row, question.aheadOf))
			add(row.phone_number, countedAmount(row));
	}
	for (const { number, amount, sentAt } of await findLost(database, question, by))
		if (dayOf(sentAt, timeZone) === day) add(number, amount);
	return sums;
}

/** The maker of what a lost database sent is not known. */
async function findLost(
	database: Database | DatabaseTransaction,
	{ environment, currency }: SumsQuestion,
	by: { makerId: string } | { numbers: readonly string[] },
) {
	if ("makerId" in by) return [];
	const [only] = by.numbers;
	const facts = by.numbers.length === 1 && only !== undefined ? { phone_number: only } : {};
	const lost = await findForgotten(database, { kind: "payout", environment, currency }, facts);
	return lost.filter(({ number }) => by.numbers.includes(number));
}

/** A payout that may have left in lost time left at the latest when the mismatch was acknowledged. */
function daysOf(
	{ state, created_at, sent_at, may_have_left_until }: Counted,
	{ askedOnly }: Pick<LimitQuestion, "askedOnly">,
): Date[] {
	if (askedOnly) return [created_at];
	const left = sent_at ?? (state === "may_have_left" ? may_have_left_until : null);
	return left === null ? [created_at] : [created_at, left];
}

type Counted = Pick<PaymentRow, "state" | "created_at" | "sent_at" | "may_have_left_until">;
type Place = Pick<PaymentRow, "id" | "created_at">;

function isBefore(row: Place, other: Place): boolean {
	const difference = row.created_at.getTime() - other.created_at.getTime();
	return difference < 0 || (difference === 0 && row.id < other.id);
}
