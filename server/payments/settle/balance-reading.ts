/** What two looks at a balance say of one payment, once everything else between them is reckoned. Pure. */
import type { BalanceReading, Evidence } from "#lib/contracts/evidence.ts";
import { type AmountMinor, toDecimal } from "#lib/money.ts";
import type { PaymentKind } from "#lib/payment-state.ts";

export interface BalanceLook {
	balanceMinor: AmountMinor;
	/** When we looked, ISO. */
	at: string;
}

export interface LookAfter {
	look: BalanceLook;
	/** What else moved since the look before; null effect when that cannot be said. */
	others: { count: number; effectMinor: AmountMinor | null };
}

export interface BalanceQuestion {
	kind: PaymentKind;
	amountMinor: AmountMinor;
	/** Of its one likely movement; null without one. */
	feeMinor: AmountMinor | null;
	/** What the service usually takes of such an amount: it counts where there is no movement to say it. */
	usualFeeMinor: AmountMinor;
	before: BalanceLook | null;
	/** After the answer was lost, oldest first. */
	looks: readonly LookAfter[];
}

/** The first look that shows this payment counts; without one the last, since a service may be slow to do what it was asked. */
export function readBalances(question: BalanceQuestion): Evidence["balance"] {
	const { before, looks } = question;
	const fee = question.feeMinor === null ? null : toDecimal(question.feeMinor);
	const readings = before === null ? [] : looks.map((after) => compareLooks(question, before, after));
	const chosen = readings.find(({ reading }) => reading.startsWith("amount")) ?? readings.at(-1);
	if (chosen && before) return { before: shown(before), ...chosen, fee: chosen.fee ?? fee };
	const after = looks.at(-1);
	return {
		before: before && shown(before),
		after: after ? shown(after.look) : null,
		difference: null,
		others: { count: 0, effect: null },
		rest: null,
		fee,
		reading: null,
	};
}

function compareLooks(question: BalanceQuestion, before: BalanceLook, { look, others }: LookAfter) {
	const difference = look.balanceMinor - before.balanceMinor;
	const rest = others.effectMinor === null ? null : difference - others.effectMinor;
	return {
		after: shown(look),
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

function shown({ balanceMinor, at }: BalanceLook) {
	return { balance: toDecimal(balanceMinor), at };
}
