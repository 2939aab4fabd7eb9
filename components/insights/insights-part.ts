import type { Insights } from "#lib/contracts/insights.ts";

export interface InsightsPart {
	insights: Insights;
	/** In the business's time zone, "2026-11-21". */
	today: string;
}
