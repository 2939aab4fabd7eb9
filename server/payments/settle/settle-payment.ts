import { createHash } from "node:crypto";
import type { Evidence } from "#lib/contracts/evidence.ts";
import { amountFault, type Payment, type VerdictInput, verdictSchema } from "#lib/contracts/payment.ts";
import type { EventContent } from "#lib/contracts/payment-event.ts";
import { type PaymentKind, settledBy } from "#lib/payment-state.ts";
import { demandStillDecides } from "#server/access/demand-still-decides.ts";
import { demand } from "#server/access/permissions.ts";
import type { Context } from "#server/context.ts";
import { AppError } from "#server/errors.ts";
import { parseInput } from "#server/parse-input.ts";
import { movePayment, recordHappening } from "#server/payments/move-payment.ts";
import type { PaymentRow } from "#server/payments/payment-summary.ts";
import { planCheck } from "#server/payments/plan-check.ts";
import { readPayment } from "#server/payments/read/read-payment.ts";
import { collectEvidence } from "#server/payments/settle/collect-evidence.ts";
import { demandSettler } from "#server/payments/settle/demand-settler.ts";
import { lockUnsettled } from "#server/payments/settle/lock-unsettled.ts";
import { type CountedVerdict, readSettleable, readVerdicts } from "#server/payments/settle/verdicts.ts";
import type { DatabaseTransaction } from "#server/store/database.ts";

/**
 * A person's verdict on a payment whose outcome the service does not tell. The same of a second person settles it; another one is
 * a disagreement until one of them is withdrawn. Of two people one at least did not ask for the money.
 * Throws forbidden, not_found, stale_version, invalid_input (`fields.amount`: amount_differs, amount_not_shown), settlement_too_early, second_person_needed,
 * settlement_disputed, too_new_to_decide, step_up_needed.
 */
export async function settlePayment(
	context: Context,
	input: VerdictInput & { kind: PaymentKind; id: string },
): Promise<Payment> {
	demand(context, "payout.resolve");
	const { kind, id, ...body } = input;
	const verdict = parseInput(verdictSchema, body);
	await context.database.transaction().execute(async (trx) => {
		const payment = await lockUnsettled(trx, { kind, id, version: verdict.version });
		await demandStillDecides(context, trx, "payout.resolve");
		const evidence = await collectEvidence(trx, payment, context.config.timeZone);
		const amount = demandAmount(payment, verdict, evidence);
		await demandPatience(trx, payment);
		const earlier = await readVerdicts(trx, payment);
		demandOtherPerson(context, earlier);
		await withdrawLapsed(context, trx, payment);
		await demandSettler(context, trx, payment, { outcome: verdict.outcome, amount });
		await say(context, trx, payment, { ...verdict, amount, evidence }, earlier);
	});
	return readPayment(context, { kind, id });
}

/**
 * Typed, not clicked: whoever settles has looked at how much it is about. Another amount than was asked for must have been
 * said by the service or have moved on the wallet: nobody settles by a number of their own.
 */
function demandAmount(payment: PaymentRow, { amount, outcome }: VerdictInput, { comparison }: Evidence): string {
	const may = outcome === "paid_other" ? comparison.payable : [payment.amount];
	if (may.includes(amount)) return amount;
	throw new AppError("invalid_input", "another amount was typed", { fields: { amount: amountFault(outcome) } });
}

async function demandPatience(trx: DatabaseTransaction, payment: PaymentRow): Promise<void> {
	const settleable = await readSettleable(trx, payment);
	if (settleable === null) throw new AppError("conflict", "a payment without an attempt has no outcome to settle");
	if (settleable.waitSeconds === 0) return;
	const retryAfterSeconds = settleable.waitSeconds;
	throw new AppError("settlement_too_early", `may be settled in ${retryAfterSeconds} s`, { retryAfterSeconds });
}

function demandOtherPerson({ member }: Context, earlier: readonly CountedVerdict[]): void {
	if (earlier.some((verdict) => verdict.member.id === member.id))
		throw new AppError("second_person_needed", "the same person has already said a verdict");
	if (earlier.length > 1) throw new AppError("settlement_disputed", "two people disagree; one of them must withdraw");
}

/** An own verdict that still stands is one without weight: the new one takes its place. */
async function withdrawLapsed(
	{ clock, member }: Context,
	trx: DatabaseTransaction,
	payment: PaymentRow,
): Promise<void> {
	await trx
		.updateTable("resolution")
		.set({ withdrawn_at: clock.now() })
		.where("payment_id", "=", payment.id)
		.where("payment_version", "=", payment.version)
		.where("member_id", "=", member.id)
		.where("withdrawn_at", "is", null)
		.execute();
}

async function say(
	context: Context,
	trx: DatabaseTransaction,
	payment: PaymentRow,
	{ outcome, amount, reason, evidence: seen }: VerdictInput & { evidence: Evidence },
	earlier: readonly CountedVerdict[],
): Promise<void> {
	const at = context.clock.now();
	const by = { member: context.member.id };
	const evidence = JSON.stringify(seen);
	const about = { payment_id: payment.id, payment_version: payment.version, member_id: context.member.id };
	await trx
		.insertInto("resolution")
		.values({ ...about, outcome, amount, reason, evidence, at })
		.execute();
	const isOther = outcome === "paid_other";
	const recorded = { evidence: createHash("sha256").update(evidence).digest("hex") };
	// guard: two-people-settle
	const [first] = earlier;
	if (first?.outcome !== outcome || first.amount !== amount) {
		const said: EventContent =
			outcome === "paid_other" ? { event: "said_paid_other", details: { paid: amount } } : { event: `said_${outcome}` };
		return recordHappening(trx, at, payment, { ...said, by, note: reason, recorded });
	}
	const { name } = first.member;
	const agreed: EventContent =
		outcome === "paid_other"
			? { event: "settled_paid_other", details: { first: name, paid: amount } }
			: { event: `settled_${outcome}`, details: { first: name } };
	const set = { failure_cause: null, ...(isOther ? { paid_amount: amount } : {}) };
	const to = settledBy(outcome);
	const moved = await movePayment(trx, at, payment, { ...agreed, to, by, note: reason, set, recorded });
	if (!moved) throw new Error("a locked payment can be moved");
	await planCheck(trx, at, moved);
}
