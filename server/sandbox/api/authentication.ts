/** Requires both key headers: one missing gives 401, one wrong 403. Compares in constant time, so timing does not reveal a key. */
import { createHash, timingSafeEqual } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";
import { type Answer, problem } from "#server/sandbox/api/exchange.ts";

export type Authenticate = (headers: IncomingHttpHeaders) => Answer | null;

export function createAuthentication(apiKey: string, apiSecret: string): Authenticate {
	const keyDigest = digest(apiKey);
	const secretDigest = digest(apiSecret);
	return (headers) => {
		const key = headers["x-api-key"];
		const secret = headers["api-secret"];
		if (typeof key !== "string" || key === "" || typeof secret !== "string" || secret === "")
			return problem(401, "authentication_required", "The headers x-api-key and api-secret are required.");
		const keyMatches = timingSafeEqual(digest(key), keyDigest);
		const secretMatches = timingSafeEqual(digest(secret), secretDigest);
		return keyMatches && secretMatches ? null : problem(403, "authentication_failed", "These keys are not valid.");
	};
}

function digest(text: string): Buffer {
	return createHash("sha256").update(text).digest();
}
