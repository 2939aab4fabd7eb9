import { insightsQuerySchema } from "#lib/contracts/insights.ts";
import { handle } from "#server/http/route-handler.ts";
import { readInsights } from "#server/insights/read-insights.ts";

export const GET = handle({ action: "movement.read", query: insightsQuerySchema }, readInsights);
