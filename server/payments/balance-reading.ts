/** What two looks at a balance say of one payment. Pure. */
import type { BalanceReading, Evidence } from "#lib/contracts/evidence.ts";
import { type AmountMinor, toDecimal } from "#lib/money.ts";
import { movementEffect } from "#lib/movements.ts";
import type { PaymentKind } from "#lib/payment-state.ts";

export interface BalanceLook {
	balanceMinor: AmountMinor;
	/** When we looked, ISO. */
	at: string;
	/** The service's time of this balance, ms: the one to compare with times of movements. */
	updatedAt: number;
}

export interface OtherMovement {
	type: string;
	amountMinor: AmountMinor;
	feeMinor: AmountMinor;
	at: number;
}

export interface BalanceQuestion {
	kind: PaymentKind;
	amountMinor: AmountMinor;
	/** Of its one likely movement; null without one. */
	feeMinor: AmountMinor | null;
	before: BalanceLook | null;
	/** After the answer was lost, oldest first. */
	looks: readonly BalanceLook[];
	/** Movements since the look before, without those that may be this payment's. */
	others: readonly OtherMovement[];
}

/** The first look that shows this payment counts; without one the last, since a service may be slow to do what it was asked. */
export function readBalances(question: BalanceQuestion): Evidence["balance"] {
	const { before, looks, feeMinor } = question;
	const fee = feeMinor === null ? null : toDecimal(feeMinor);
	const readings = before === null ? [] : looks.map((after) => compareLooks(question, before, after));
	const chosen = readings.find(({ reading }) => reading.startsWith("amount")) ?? readings.at(-1);
	if (chosen && before) return { before: shown(before), ...chosen, fee };
	const after = looks.at(-1);
	return {
		before: before && shown(before),
		after: after ? shown(after) : null,
		difference: null,
		others: { count: 0, effect: null },
		rest: null,
		fee,
		reading: null,
	};
}

function compareLooks(question: BalanceQuestion, before: BalanceLook, after: BalanceLook) {
	const between = question.others.filter(({ at }) => at > before.updatedAt && at <= after.updatedAt);
	const effect = between.reduce<AmountMinor | null>((sum, { type, amountMinor, feeMinor }) => {
		const one = movementEffect(type, amountMinor, feeMinor);
		return sum === null || one === null ? null : sum + one;
	}, 0n);
	const difference = after.balanceMinor - before.balanceMinor;
	const rest = effect === null ? null : difference - effect;
	return {
		after: shown(after),
		difference: toDecimal(difference),
		others: { count: between.length, effect: effect === null ? null : toDecimal(effect) },
		rest: rest === null ? null : toDecimal(rest),
		reading: rest === null ? ("unclear" as const) : readRest(question, rest),
	};
}

function readRest({ kind, amountMinor, feeMinor }: BalanceQuestion, rest: AmountMinor): BalanceReading {
	if (rest === 0n) return "unmoved";
	if (rest === (kind === "payout" ? -amountMinor : amountMinor)) return "amount";
	if (feeMinor === null) return "other";
	if (kind === "payout") return rest === -(amountMinor + feeMinor) ? "amount_and_fee" : "other";
	return rest === amountMinor - feeMinor ? "amount_less_fee" : "other";
}

function shown({ balanceMinor, at }: BalanceLook) {
	return { balance: toDecimal(balanceMinor), at };
}
