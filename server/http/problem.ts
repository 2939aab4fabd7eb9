/** Formats errors as RFC 9457 problem+json. An error that is not an AppError becomes `internal`, with nothing but the request id. */
import type { Problem } from "#lib/contracts/problem.ts";
import { ERROR_CODES } from "#lib/error-codes.ts";
import { AppError } from "#server/errors.ts";

export function problemOf(error: unknown, requestId: string): Problem {
	if (!(error instanceof AppError)) return { ...named("internal"), instance: requestId };
	return {
		...named(error.code),
		...(error.detail === undefined ? {} : { detail: error.detail.slice(0, 300) }),
		...(error.fields === undefined ? {} : { fields: error.fields }),
		...(error.retryAfterSeconds === undefined ? {} : { retryAfterSeconds: error.retryAfterSeconds }),
		...(error.payments === undefined ? {} : { payments: [...error.payments] }),
		...(error.limit === undefined ? {} : { limit: error.limit }),
		...(error.stepUp === undefined ? {} : { stepUp: error.stepUp }),
		instance: requestId,
	};
}

export function problemResponse(error: unknown, requestId: string): Response {
	const problem = problemOf(error, requestId);
	const headers = new Headers({ "content-type": "application/problem+json" });
	if (problem.retryAfterSeconds !== undefined) headers.set("retry-after", String(problem.retryAfterSeconds));
	return new Response(JSON.stringify(problem), { status: problem.status, headers });
}

function named(code: Problem["code"]): Pick<Problem, "type" | "title" | "status" | "code"> {
	return { type: `urn:cauri:problem:${code}`, title: code.replaceAll("_", " "), status: ERROR_CODES[code], code };
}
