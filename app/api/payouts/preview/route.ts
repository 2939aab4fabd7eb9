import { payoutPreviewRequestSchema } from "#lib/contracts/payment.ts";
import { handle } from "#server/http/handle.ts";
import { previewPayout } from "#server/payments/request/preview-payout.ts";

/** A read that carries a number, which never stands in an address. */
export const POST = handle({ action: "payout.request", body: payoutPreviewRequestSchema }, ({ context, body }) =>
	previewPayout(context, body),
);
