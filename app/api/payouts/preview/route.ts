import { payoutPreviewRequestSchema } from "#lib/contracts/payment-request.ts";
import { handle } from "#server/http/route-handler.ts";
import { previewPayout } from "#server/payments/request/preview-payout.ts";

/** Changes nothing. A POST, so that no phone number appears in an address. */
export const POST = handle({ action: "payout.request", body: payoutPreviewRequestSchema }, previewPayout);
