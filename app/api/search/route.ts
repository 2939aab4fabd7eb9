import { searchRequestSchema } from "#lib/contracts/search.ts";
import { handle } from "#server/http/route-handler.ts";
import { searchDesk } from "#server/search/search-desk.ts";

/** Changes nothing. A POST, so that no phone number appears in an address. */
export const POST = handle({ action: "payment.read", body: searchRequestSchema }, searchDesk);
