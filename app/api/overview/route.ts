import { handle } from "#server/http/handle.ts";
import { readOverview } from "#server/overview/read-overview.ts";

export const GET = handle({ action: "wallet.read" }, readOverview);
