/** What payouts have used of the limits of a day: the business's calendar day on which each was asked for, and the one on which it left. */
import type { LimitUse, PayoutRule } from "#lib/contracts/payout-rule.ts";
import { dayOf } from "#lib/dates.ts";
import { type AmountMinor, minorOf } from "#lib/money.ts";
import { MAY_COST_STATES, mayHaveLeft } from "#lib/payment-state.ts";
import { limitUses } from "#lib/payout-rules.ts";
import { countedAmount, type PaymentRow } from "#server/payments/payment-summary.ts";
import type { Database, DatabaseTransaction } from "#server/store/database.ts";

// A calendar day has at most 26 hours; what is outside of it by its zone is sorted out below.
const LONGEST_DAY_MS = 26 * 3_600_000;

export interface LimitQuestion {
	environment: string;
	currency: string;
	makerId: string;
	/** Null while nobody knows it yet. */
	number: string | null;
	/** A time of the day in question: when the payout was asked for, or when it leaves. */
	at: Date;
	timeZone: string;
	/** Leaves itself out, when it is among the rows already. */
	except?: string | undefined;
	/** Right before sending: only what has left, and what was asked for before it, stands in its way. */
	aheadOf?: Pick<PaymentRow, "id" | "created_at">;
}

/** Counts every payout that is not proven unpaid, with what was really paid where people have settled that, on the day on which it was asked for and on the day on which it left. */
export async function readLimitUses(
	database: Database | DatabaseTransaction,
	rule: PayoutRule,
	question: LimitQuestion,
): Promise<LimitUse[]> {
	const personDayMinor =
		rule.perPersonDay === null ? 0n : await sumOfDay(database, question, { makerId: question.makerId });
	const destinationDayMinor =
		rule.perDestinationDay === null || question.number === null
			? 0n
			: await sumOfDay(database, question, { number: question.number });
	return limitUses(rule, { personDayMinor, destinationDayMinor });
}

async function sumOfDay(
	database: Database | DatabaseTransaction,
	question: LimitQuestion,
	by: { makerId: string } | { number: string },
): Promise<AmountMinor> {
	const { environment, currency, at, timeZone, except } = question;
	const near = (ms: number) => new Date(at.getTime() + ms);
	const query = database
		.selectFrom("payment")
		.select(["id", "amount", "paid_amount", "state", "created_at", "sent_at", "may_have_left_until"])
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
		: query.where("phone_number", "=", by.number)
	).execute();
	const day = dayOf(at, timeZone);
	return rows
		.filter((row) => row.id !== except && daysOf(row).some((time) => dayOf(time, timeZone) === day))
		.filter((row) => !question.aheadOf || mayHaveLeft(row.state) || isBefore(row, question.aheadOf))
		.reduce((sum, row) => sum + minorOf(countedAmount(row)), 0n);
}

/** What may have left in the time that a database lost left at the latest when that was acknowledged. */
function daysOf({ state, created_at, sent_at, may_have_left_until }: Counted): Date[] {
	const left = sent_at ?? (state === "may_have_left" ? may_have_left_until : null);
	return left === null ? [created_at] : [created_at, left];
}

type Counted = Pick<PaymentRow, "state" | "created_at" | "sent_at" | "may_have_left_until">;
type Place = Pick<PaymentRow, "id" | "created_at">;

function isBefore(row: Place, other: Place): boolean {
	const difference = row.created_at.getTime() - other.created_at.getTime();
	return difference < 0 || (difference === 0 && row.id < other.id);
}
