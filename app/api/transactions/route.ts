import { handle } from "#server/http/handle.ts";
import { listRecentLookups } from "#server/transactions/list-recent-lookups.ts";

export const GET = handle({ action: "transaction.read" }, listRecentLookups);
