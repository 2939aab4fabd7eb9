import { handle } from "#server/http/route-handler.ts";
import { readOverview } from "#server/overview/read-overview.ts";

export const GET = handle({ action: "wallet.read" }, readOverview);
