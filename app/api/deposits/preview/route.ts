import { depositPreviewRequestSchema } from "#lib/contracts/payment-request.ts";
import { handle } from "#server/http/route-handler.ts";
import { previewDeposit } from "#server/payments/request/preview-deposit.ts";

/** Changes nothing. A POST, so that no phone number appears in an address. */
export const POST = handle({ action: "deposit.start", body: depositPreviewRequestSchema }, previewDeposit);
