import { handle } from "#server/http/route-handler.ts";
import { listRecentLookups } from "#server/transactions/list-recent-lookups.ts";

export const GET = handle({ action: "transaction.read" }, listRecentLookups);
