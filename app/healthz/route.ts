import { healthResponse } from "#server/http/health.ts";

export const dynamic = "force-dynamic";

export function GET(): Response {
	return healthResponse();
}
