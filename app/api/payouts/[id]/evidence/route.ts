import { payoutPathSchema } from "#lib/contracts/payment.ts";
import { handle } from "#server/http/handle.ts";
import { readEvidence } from "#server/payments/settle/read-evidence.ts";

export const GET = handle({ action: "payment.read", params: payoutPathSchema }, readEvidence);
