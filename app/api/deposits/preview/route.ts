import { depositPreviewRequestSchema } from "#lib/contracts/payment.ts";
import { handle } from "#server/http/handle.ts";
import { previewDeposit } from "#server/payments/request/preview-deposit.ts";

/** A read that is asked for as the payout's is. */
export const POST = handle({ action: "deposit.start", body: depositPreviewRequestSchema }, ({ context, body }) =>
	previewDeposit(context, body),
);
