import { depositPathSchema } from "#lib/contracts/payment.ts";
import { handle } from "#server/http/route-handler.ts";
import { readEvidence } from "#server/payments/resolve/read-evidence.ts";

export const GET = handle({ action: "payment.read", params: depositPathSchema }, readEvidence);
