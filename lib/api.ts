/** The browser's way to our own API. Types only: zod stays on the server, where both borders are checked. */
import type { Problem } from "#lib/contracts/problem.ts";
import type { StepUpNeed } from "#lib/contracts/second-factor.ts";
import type { ErrorCode } from "#lib/error-codes.ts";
import { isPersonActive } from "#lib/person-activity.ts";

/** `unreachable` is ours alone: no answer came, or none that can be read. For a POST that means: not known. */
export type ApiErrorCode = ErrorCode | "unreachable";

export class ApiError extends Error {
	override readonly name = "ApiError";
	readonly code: ApiErrorCode;
	/** 0 when no answer came. */
	readonly status: number;
	/** Field path → key under `faults` in lib/i18n. */
	readonly fields: Readonly<Record<string, string>>;
	/** Words of the service, to be shown as text. */
	readonly detail: string | undefined;
	readonly retryAfterSeconds: number | undefined;
	/** Ids of earlier payments that stand in the way. */
	readonly payments: readonly string[];
	readonly limit: Problem["limit"];
	/** What a fresh proof is wanted for. */
	readonly stepUp: Problem["stepUp"];
	readonly instance: string | undefined;

	constructor(code: ApiErrorCode, status: number, problem: Partial<Problem> = {}) {
		super(`${code} (${status})`);
		this.code = code;
		this.status = status;
		this.fields = problem.fields ?? {};
		this.detail = problem.detail;
		this.retryAfterSeconds = problem.retryAfterSeconds;
		this.payments = problem.payments ?? [];
		this.limit = problem.limit;
		this.stepUp = problem.stepUp;
		this.instance = problem.instance;
	}
}

/** `path` begins with `/api/`. Throws ApiError; an aborted request throws the signal's reason. */
export function apiGet<T>(path: string, options: { signal?: AbortSignal } = {}): Promise<T> {
	const headers: Record<string, string> = { accept: "application/json" };
	if (!isPersonActive()) headers["x-cauri-background"] = "1";
	return call<T>(path, { headers, ...options });
}

/** Anything but GET. Never repeated by itself: whoever calls decides what an `unreachable` means. Throws ApiError. */
export function apiSend<T>(
	method: "POST" | "PUT" | "PATCH" | "DELETE",
	path: string,
	body?: unknown,
	headers: Record<string, string> = {},
): Promise<T> {
	return call<T>(path, {
		method,
		headers: { accept: "application/json", "content-type": "application/json", ...headers },
		...(body === undefined ? {} : { body: JSON.stringify(body) }),
	});
}

/** `/api/movements?type=…`: keys in the order given, empty ones left out, so that equal queries make equal URLs. */
export function withQuery(path: string, query: Record<string, string | number | undefined>): string {
	const search = new URLSearchParams();
	for (const [key, value] of Object.entries(query)) {
		if (value !== undefined && value !== "") search.set(key, String(value));
	}
	return search.size > 0 ? `${path}?${search}` : path;
}

/** Asks the person at the screen to show who they are; true when they have. */
export type StepUpAsker = (need: StepUpNeed) => Promise<boolean>;
let askStepUp: StepUpAsker | null = null;

/** The page's one place that asks; every call of this module waits for it. Returns what takes it back. */
export function answerStepUps(by: StepUpAsker): () => void {
	askStepUp = by;
	return () => {
		if (askStepUp === by) askStepUp = null;
	};
}

/** Where a fresh proof is wanted, the person gives it and the very same request goes once more: nothing of it has been done. */
async function call<T>(path: string, init: RequestInit): Promise<T> {
	try {
		return await callOnce<T>(path, init);
	} catch (error) {
		if (!(error instanceof ApiError) || error.code !== "step_up_needed" || !error.stepUp || !askStepUp) throw error;
		if (!(await askStepUp(error.stepUp))) throw error;
		return callOnce<T>(path, init);
	}
}

async function callOnce<T>(path: string, init: RequestInit): Promise<T> {
	let response: Response;
	try {
		response = await fetch(path, { credentials: "same-origin", redirect: "error", ...init });
	} catch (cause) {
		if (init.signal?.aborted) throw cause;
		throw new ApiError("unreachable", 0);
	}
	if (response.status === 204) return undefined as T;
	const body: unknown = await response.json().catch(() => undefined);
	if (response.ok && body !== undefined) return body as T;
	throw isProblem(body)
		? new ApiError(body.code, response.status, body)
		: new ApiError("unreachable", response.ok ? 0 : response.status);
}

function isProblem(body: unknown): body is Problem {
	return typeof body === "object" && body !== null && "code" in body && typeof body.code === "string";
}
