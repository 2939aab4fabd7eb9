import { depositPreviewRequestSchema } from "#lib/contracts/payment-request.ts";
import { handle } from "#server/http/handle.ts";
import { previewDeposit } from "#server/payments/request/preview-deposit.ts";

/** A read by POST, like the payout's preview. */
export const POST = handle({ action: "deposit.start", body: depositPreviewRequestSchema }, ({ context, body }) =>
	previewDeposit(context, body),
);
