import { mismatchAcknowledgementSchema } from "#lib/contracts/configuration.ts";
import { handle } from "#server/http/route-handler.ts";
import { acknowledgeMismatch } from "#server/payments/stop/acknowledge-mismatch.ts";

export const POST = handle({ action: "settings.manage", body: mismatchAcknowledgementSchema }, acknowledgeMismatch);
