/** Makes the response of what a verb returns or throws. */
import { ReadableStream } from "node:stream/web";
import { isChangeRequested } from "#lib/addresses/change-requested.ts";
import type { ExportCheck } from "#lib/contracts/export.ts";
import type { Problem } from "#lib/contracts/problem.ts";
import { ERROR_CODES } from "#lib/error-codes.ts";
import { AppError } from "#server/errors.ts";

export function asResponse(value: unknown, status: number): Response {
	if (value instanceof Response) return value;
	if (value === undefined) return new Response(null, { status: 204 });
	if (isFile(value)) return fileResponse(value);
	// 202: the change waits for a second admin, so nothing has changed yet.
	const waits = typeof value === "object" && value !== null && isChangeRequested(value);
	return Response.json(value, { status: waits ? 202 : status });
}

interface FileParts {
	/** Letters, digits, dots and hyphens. */
	fileName: string;
	contentType: string;
	chunks: AsyncGenerator<Uint8Array>;
	/** True when the request only checks that the file is available. */
	askedOnly?: boolean;
	/** Only with `askedOnly`: the file is large and better written in the background. */
	isLarge?: boolean;
}

function isFile(answer: unknown): answer is FileParts {
	return typeof answer === "object" && answer !== null && "chunks" in answer && "contentType" in answer;
}

/** Streams a file while it is generated, one chunk whenever the browser has room. A download that the browser ends stops the generator. */
function fileResponse({ fileName, contentType, chunks, askedOnly, isLarge }: FileParts): Response {
	if (askedOnly) {
		const answer: ExportCheck = { background: true };
		return isLarge ? Response.json(answer) : new Response(null, { status: 204 });
	}
	return new Response(ReadableStream.from(chunks) as BodyInit, {
		headers: { "content-type": contentType, "content-disposition": `attachment; filename="${fileName}"` },
	});
}

/** Formats errors as RFC 9457 problem+json. An error that is not an AppError becomes `internal`, with nothing but the request id. */
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
