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
	const lost =
		"number" in by ? await findForgotten(database, { ...question, kind: "payout" }, { phone_number: by.number }) : [];
	const sent = lost
		.filter(({ sentAt }) => dayOf(sentAt, timeZone) === day)
		.reduce((sum, one) => sum + minorOf(one.amount), 0n);
	return rows
		.filter((row) => row.id !== except && daysOf(row, question).some((time) => dayOf(time, timeZone) === day))
		.filter((row) => !question.aheadOf || mayHaveLeft(row.state) || isBefore(row, question.aheadOf))
		.reduce((sum, row) => sum + minorOf(countedAmount(row)), sent);
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
