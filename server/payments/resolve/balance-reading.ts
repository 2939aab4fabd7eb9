/** Computes the part of the difference between two balance readings that all other movements leave to one payment. Pure. */
import type { BalanceReading, Evidence } from "#lib/contracts/evidence.ts";
import { type AmountMinor, toDecimal } from "#lib/money.ts";
import type { PaymentKind } from "#lib/payment-state.ts";

export interface BalanceAt {
	balanceMinor: AmountMinor;
	/** Time of the reading, ISO. */
	at: string;
}

export interface ReadingAfter {
	reading: BalanceAt;
	/** Other movements since the reading `before`; the effect is null when it is not known. */
	others: { count: number; effectMinor: AmountMinor | null };
}

export interface BalanceQuestion {
	kind: PaymentKind;
	amountMinor: AmountMinor;
	feeMinor: AmountMinor | null;
	/** The usual fee for this amount; used when no movement shows the fee. */
	usualFeeMinor: AmountMinor;
	before: BalanceAt | null;
	/** Readings that were still true after the attempt ended, oldest first. */
	later: readonly ReadingAfter[];
}

/** Uses the first reading that shows this payment, else the last one, since the service may execute slowly. */
export function readBalances(question: BalanceQuestion): Evidence["balance"] {
	const { before, later } = question;
	const fee = question.feeMinor === null ? null : toDecimal(question.feeMinor);
	const readings = before === null ? [] : later.map((after) => compareReadings(question, before, after));
	const chosen = readings.find(({ reading }) => reading.startsWith("amount")) ?? readings.at(-1);
	if (chosen && before) return { before: shown(before), ...chosen, fee: chosen.fee ?? fee };
	const after = later.at(-1);
	return {
		before: before && shown(before),
		after: after ? shown(after.reading) : null,
		difference: null,
		others: { count: 0, effect: null },
		rest: null,
		fee,
		reading: null,
	};
}

function compareReadings(question: BalanceQuestion, before: BalanceAt, { reading, others }: ReadingAfter) {
	const difference = reading.balanceMinor - before.balanceMinor;
	const rest = others.effectMinor === null ? null : difference - others.effectMinor;
	return {
		after: shown(reading),
		difference: toDecimal(difference),
		others: { count: others.count, effect: others.effectMinor === null ? null : toDecimal(others.effectMinor) },
		rest: rest === null ? null : toDecimal(rest),
		...(rest === null ? { reading: "unclear" as const, fee: null } : readRest(question, rest)),
	};
}

function readRest(
	{ kind, amountMinor, feeMinor, usualFeeMinor }: BalanceQuestion,
	rest: AmountMinor,
): { reading: BalanceReading; fee: string | null } {
	if (rest === 0n) return { reading: "unmoved", fee: null };
	const isOut = kind === "payout";
	if (rest === (isOut ? -amountMinor : amountMinor)) return { reading: "amount", fee: null };
	const fee = feeMinor ?? usualFeeMinor;
	const withFee = isOut ? -(amountMinor + fee) : amountMinor - fee;
	if (rest !== withFee) return { reading: "other", fee: null };
	return { reading: isOut ? "amount_and_fee" : "amount_less_fee", fee: toDecimal(fee) };
}

function shown({ balanceMinor, at }: BalanceAt) {
	return { balance: toDecimal(balanceMinor), at };
}
