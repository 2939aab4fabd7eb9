import {
	type Payment,
	type PayoutCorrection,
	type PayoutRequest,
	payoutCorrectionSchema,
	payoutRequestSchema,
	type ReadPayoutRequest,
} from "#lib/contracts/payment.ts";
import { demandStill } from "#server/access/demand-still.ts";
import { demand } from "#server/access/permissions.ts";
import type { Context } from "#server/context.ts";
import { demandProved } from "#server/continuity/continuity-gap.ts";
import { AppError } from "#server/errors.ts";
import { parseInput } from "#server/parse-input.ts";
import type { PaymentRow } from "#server/payments/payment-summary.ts";
import { readPayment } from "#server/payments/read/read-payment.ts";
import { type Correction, keepCorrection } from "#server/payments/request/keep-correction.ts";
import { readOperator } from "#server/payments/request/start-payment.ts";
import { guardPayout, takeTurn } from "#server/payments/rules/guard-payout.ts";
import type { DatabaseTransaction } from "#server/store/database.ts";

/**
 * Changes a payout that still waits, by its maker or an admin: checked like a new one, and everybody who had agreed must look
 * again. Throws forbidden, not_found, invalid_input, stale_version, operator_unknown, limit_exceeded, duplicate_suspected.
 */
export async function correctPayout(context: Context, input: PayoutCorrection & { id: string }): Promise<Payment> {
	demand(context, "payout.request");
	const { id, ...body } = input;
	const correction = parseInput(payoutCorrectionSchema, body);
	await context.database.transaction().execute(async (trx) => {
		const seen = await readOwn(context, trx, id);
		const order = parseInput(payoutRequestSchema, corrected(seen, correction));
		// The turn comes before the row, as in a request: a worker that holds the row never waits for a turn.
		await takeTurn(trx, { environment: seen.environment, makerId: seen.maker_id, number: order.destination });
		const row = await readOwn(context, trx, id, correction.version);
		await demandStill(context, trx, "payout.request");
		await demandProved(trx, row);
		const operator = await readOperator(context, trx, order);
		const about = { body: order, makerId: row.maker_id, askedAt: row.created_at, corrected: row };
		const admission = await guardPayout(context, trx, about);
		await keepCorrection(context, trx, row, { ...facts(order, operator.name), admission });
	});
	return readPayment(context, { kind: "payout", id });
}

/** With a version, the row is held until the commit: an approval of the old facts comes too late, or this does. */
async function readOwn(context: Context, trx: DatabaseTransaction, id: string, version?: number): Promise<PaymentRow> {
	const query = trx.selectFrom("payment").selectAll().where("id", "=", id).where("kind", "=", "payout");
	const row = await (version === undefined ? query : query.forUpdate()).executeTakeFirst();
	if (!row) throw new AppError("not_found", "no payout with this id");
	if (row.maker_id !== context.member.id && context.member.role !== "admin")
		throw new AppError("forbidden", "only its maker or an admin may correct it");
	if (row.environment !== context.config.environment) throw new AppError("conflict", "it belongs to another service");
	if (row.state === "awaiting_approval" && (version === undefined || row.version === version)) return row;
	throw new AppError("stale_version", `the payout is ${row.state} now`, { fields: { state: row.state } });
}

/** The whole order as it would be asked for anew; a duplicate is confirmed anew too. */
function corrected(row: PaymentRow, { version: _seen, ...change }: PayoutCorrection): PayoutRequest {
	return {
		amount: row.amount,
		currency: row.currency,
		operator: row.operator,
		country: row.country,
		destination: row.phone_number,
		...(row.metadata === null ? {} : { metadata: row.metadata }),
		...change,
	};
}

function facts(order: ReadPayoutRequest, operatorName: string): Omit<Correction, "admission"> {
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
