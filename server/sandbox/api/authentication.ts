/** Requires both key headers: one missing gives 401, one wrong 403. */
import type { IncomingHttpHeaders } from "node:http";
import { type Answer, problem } from "#server/sandbox/api/exchange.ts";

export type Authenticate = (headers: IncomingHttpHeaders) => Answer | null;

export function createAuthentication(apiKey: string, apiSecret: string): Authenticate {
	return ({ "x-api-key": key, "api-secret": secret }) => {
		if (!key || !secret)
			return problem(401, "authentication_required", "The headers x-api-key and api-secret are required.");
		const isRight = key === apiKey && secret === apiSecret;
		return isRight ? null : problem(403, "authentication_failed", "These keys are not valid.");
	};
}
