import { readyResponse } from "#server/http/health.ts";
import { systemContext } from "#server/http/runtime.ts";

export const dynamic = "force-dynamic";

export function GET(): Promise<Response> {
	return readyResponse(systemContext());
}
