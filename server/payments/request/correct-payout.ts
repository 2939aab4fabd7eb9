import type { Payment } from "#lib/contracts/payment.ts";
import type { CorrectedFact } from "#lib/contracts/payment-event.ts";
import {
	type PayoutCorrection,
	type PayoutRequest,
	payoutCorrectionSchema,
	payoutRequestSchema,
	type ReadPayoutRequest,
} from "#lib/contracts/payment-request.ts";
import { minorOf, toDecimal } from "#lib/money.ts";
import { operatorLabel } from "#lib/operator-options.ts";
import { decidingAmount } from "#lib/payments/payout-rules.ts";
import { recheckPermission } from "#server/access/recheck-permission.ts";
import { requirePermission } from "#server/access/require-permission.ts";
import type { Actor, Context } from "#server/context.ts";
import { requireWalletRead } from "#server/continuity/continuity-gap.ts";
import { AppError } from "#server/errors.ts";
import { maskNumber } from "#server/log.ts";
import { parseInput } from "#server/parse-input.ts";
import { amendPayment, movePayment, recordPaymentEvent } from "#server/payment-records/move-payment.ts";
import type { PaymentRow } from "#server/payment-records/payment-summary.ts";
import { addSendJob } from "#server/payment-records/send-job.ts";
import { voidDecisions } from "#server/payment-records/void-decisions.ts";
import { giveRoomBack } from "#server/payment-records/waiting-payouts.ts";
import { readPayment } from "#server/payments/read/read-payment.ts";
import {
	nameInBook,
	readOperator,
	recordDuplicates,
	requireRequester,
} from "#server/payments/request/start-payment.ts";
import { factsDigest } from "#server/payments/rules/digests.ts";
import { type Admission, guardPayout, lockMakerAndNumber } from "#server/payments/rules/guard-payout.ts";
import { readNeeded } from "#server/payments/rules/read-approvals.ts";
import type { DatabaseTransaction } from "#server/store/database.ts";

/**
 * Lets the maker or an admin change a payout that awaits approval: it is checked like a new one, all approvals become void, and another
 * person's correction needs an approver. Throws forbidden, not_found, conflict (a row of a batch, another service), invalid_input,
 * wallet_unknown, wallet_unproved, stale_version, operator_unknown, limit_exceeded, number_blocked, duplicate_suspected, step_up_needed.
 */
export async function correctPayout(context: Context, input: PayoutCorrection & { id: string }): Promise<Payment> {
	requirePermission(context, "payout.request");
	const { id, ...body } = input;
	const correction = parseInput(payoutCorrectionSchema, body);
	await context.database.transaction().execute(async (trx) => {
		const seen = await readOwn(context, trx, id);
		const order = parseInput(payoutRequestSchema, corrected(seen, correction));
		// These locks are taken before the row's, as everywhere, so that two transactions never wait for each other.
		await lockMakerAndNumber(trx, { environment: seen.environment, makerId: seen.maker_id, number: order.destination });
		const row = await readOwn(context, trx, id, correction.version);
		const { role } = await recheckPermission(context, trx, "payout.request");
		requireCorrector({ id: context.member.id, role }, row);
		await requireWalletRead(context, trx, row);
		const operator = await readOperator(context, trx, order);
		const about = { body: order, makerId: row.maker_id, askedAt: row.created_at, corrected: row };
		const { duplicate } = await guardPayout(context, trx, about);
		await requireRequester(context, trx, order, { of: row.id, version: row.version });
		await keepCorrection(context, trx, row, factsOf(order, operator.name), duplicate);
	});
	return readPayment(context, { kind: "payout", id });
}

/** With a version, locks the row until commit, so an approval of the old facts and this correction cannot both succeed. */
async function readOwn(context: Context, trx: DatabaseTransaction, id: string, version?: number): Promise<PaymentRow> {
	const query = trx.selectFrom("payment").selectAll().where("id", "=", id).where("kind", "=", "payout");
	const row = await (version === undefined ? query : query.forUpdate()).executeTakeFirst();
	if (!row) throw new AppError("not_found", "no payout with this id");
	requireCorrector(context.member, row);
	if (row.batch_id !== null) throw new AppError("conflict", "a row of a batch is left out, not corrected");
	if (row.environment !== context.config.environment) throw new AppError("conflict", "it belongs to another service");
	if (row.state === "awaiting_approval" && (version === undefined || row.version === version)) return row;
	throw new AppError("stale_version", `the payout is ${row.state} now`, { fields: { state: row.state } });
}

function requireCorrector(member: Pick<Actor, "id" | "role">, row: PaymentRow): void {
	if (row.maker_id !== member.id && member.role !== "admin")
		throw new AppError("forbidden", "only its maker or an admin may correct it");
}

/** Rebuilds the whole order as a new request; a duplicate must be confirmed again. The forms know only the note of the metadata. */
function corrected(row: PaymentRow, { version: _seen, ...change }: PayoutCorrection): PayoutRequest {
	const { note: _replaced, ...entries } = row.metadata ?? {};
	return {
		amount: row.amount,
		currency: row.currency,
		operator: row.operator,
		country: row.country,
		destination: row.phone_number,
		...(row.metadata === null ? {} : { metadata: row.metadata }),
		...change,
		...(change.metadata === undefined ? {} : { metadata: { ...entries, ...change.metadata } }),
	};
}

type Facts = ReturnType<typeof factsOf>;

function factsOf(order: ReadPayoutRequest, operatorName: string) {
	return {
		amount: order.amount,
		operator: order.operator,
		operator_name: operatorName,
		country: order.country,
		phone_number: order.destination,
		note: order.metadata?.note || null,
		metadata: order.metadata ? JSON.stringify(order.metadata) : null,
	};
}

/** `row` must be locked and await approval. A payout that needs no approval is approved at once, as in a new request. */
async function keepCorrection(
	context: Context,
	trx: DatabaseTransaction,
	row: PaymentRow,
	facts: Facts,
	duplicate: Admission["duplicate"],
): Promise<void> {
	const at = context.clock.now();
	const by = { member: context.member.id };
	const set = {
		...facts,
		...(facts.phone_number === row.phone_number ? {} : { recipient_name: nameInBook(facts.phone_number) }),
		duplicate_of: duplicate && JSON.stringify(duplicate.of),
		duplicate_reason: duplicate?.reason ?? null,
		duplicate_by: duplicate && context.member.id,
		highest_amount: highestAmount(row, facts.amount),
	};
	const details = { changes: changes(row, facts) };
	// A lower amount, or another number, leaves room in the day's limits.
	await giveRoomBack(trx, [row]);
	const amended = await amendPayment(trx, at, row, { event: "corrected", by, details, set });
	if (!amended) throw new Error("a locked payment can be amended");
	await recordDuplicates(trx, at, [{ row: amended, duplicate }], context.member.id);
	const people = (await voidDecisions(trx, at, [row])).map(({ name }) => name).sort();
	if (people.length > 0)
		await recordPaymentEvent(trx, at, amended, { event: "approvals_voided", by, details: { people } });
	if ((await readNeeded(trx, [amended]))(amended) > 0) return;
	const approval = { approved_facts: factsDigest(amended) };
	const moved = await movePayment(trx, at, amended, {
		to: "approved",
		event: "approval_not_needed",
		by: "cauri",
		set: approval,
	});
	if (moved) await addSendJob(trx, moved);
}

/** Null when no earlier amount was higher than the current one. */
function highestAmount(row: PaymentRow, amount: string): string | null {
	const highest = decidingAmount(row.amount, row.highest_amount);
	return highest > minorOf(amount) ? toDecimal(highest) : null;
}

const labelOf = ({ operator_name: name, country }: Pick<Facts, "operator_name" | "country">) =>
	operatorLabel({ name, country });

/** Numbers are masked, since the audit log keeps them for ever. */
function changes(before: PaymentRow, after: Facts): CorrectedFact[] {
	const facts: (CorrectedFact | null)[] = [
		minorOf(before.amount) === minorOf(after.amount)
			? null
			: { field: "amount", from: before.amount, to: after.amount, currency: before.currency },
		before.operator === after.operator ? null : { field: "operator", from: labelOf(before), to: labelOf(after) },
		before.phone_number === after.phone_number
			? null
			: { field: "destination", from: maskNumber(before.phone_number), to: maskNumber(after.phone_number) },
		before.note === after.note ? null : { field: "note", from: before.note, to: after.note },
	];
	return facts.filter((fact) => fact !== null);
}
