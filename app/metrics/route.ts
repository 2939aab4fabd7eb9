import { metricsResponse } from "#server/http/metrics.ts";
import { systemContext } from "#server/http/runtime.ts";

export const dynamic = "force-dynamic";

export function GET(request: Request): Promise<Response> {
	return metricsResponse(systemContext(), request);
}
