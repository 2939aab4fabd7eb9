import { unblockRequestSchema } from "#lib/contracts/recipient.ts";
import { handle } from "#server/http/route-handler.ts";
import { unblockNumber } from "#server/recipients/unblock-number.ts";

/** A POST instead of a DELETE, so that no phone number appears in an address. */
export const POST = handle({ action: "settings.manage", body: unblockRequestSchema }, unblockNumber);
