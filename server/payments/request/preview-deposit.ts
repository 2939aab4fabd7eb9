import type { DepositPreview } from "#lib/contracts/payment.ts";
import { type DepositPreviewRequest, depositPreviewRequestSchema } from "#lib/contracts/payment-request.ts";
import { minorOf, toDecimal } from "#lib/money.ts";
import { requirePermission } from "#server/access/require-permission.ts";
import type { Context } from "#server/context.ts";
import { parseInput } from "#server/parse-input.ts";
import { learnFees } from "#server/payment-records/expected-fee.ts";

/** Estimates the fee and the amount that would arrive, while the form is filled in. Saves nothing. Throws forbidden, invalid_input. */
export async function previewDeposit(context: Context, input: DepositPreviewRequest): Promise<DepositPreview> {
	requirePermission(context, "deposit.start");
	const { amount, currency, operator } = parseInput(depositPreviewRequestSchema, input);
	const { environment } = context.config;
	const feeOf = await learnFees(context.database, { environment, currency, kind: "deposit", operator });
	const amountMinor = minorOf(amount);
	const fee = feeOf(amountMinor);
	const arrives = fee === null || fee > amountMinor ? null : toDecimal(amountMinor - fee);
	return { expectedFee: fee === null ? null : toDecimal(fee), arrives };
}
