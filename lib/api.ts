/** The browser's client for our own API. Imports only types from the contracts, so that pages need not load zod. */
import type { Problem } from "#lib/contracts/problem.ts";
import type { StepUpNeed } from "#lib/contracts/second-factor.ts";
import type { ErrorCode } from "#lib/error-codes.ts";
import { isPersonActive } from "#lib/members/person-activity.ts";

/** `unreachable`: no readable answer came. The result of a POST is then unknown. */
export type ApiErrorCode = ErrorCode | "unreachable";

export class ApiError extends Error {
	override readonly name = "ApiError";
	readonly code: ApiErrorCode;
	/** The HTTP status; 0 when no answer came, or when the body of a successful answer could not be read. */
	readonly status: number;
	/** Field path → key under `faults` in lib/i18n. */
	readonly fields: Readonly<Record<string, string>>;
	/** The service's own text, untrusted: show it as plain text. */
	readonly detail: string | undefined;
	readonly retryAfterSeconds: number | undefined;
	readonly payments: readonly string[];
	readonly limit: Problem["limit"];
	readonly stepUp: Problem["stepUp"];

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
	}
}

/** `path` begins with `/api/`. Throws ApiError; a request that is aborted before its answer throws the signal's reason. */
export function apiGet<T>(path: string, options: { signal?: AbortSignal } = {}): Promise<T> {
	return call<T>(path, { headers: { accept: "application/json", ...backgroundHeader() }, ...options });
}

/** Marks a request as made by the page itself, so that it does not keep the session alive; empty while a person is active. */
export function backgroundHeader(): Record<string, string> {
	return isPersonActive() ? {} : { "x-cauri-background": "1" };
}

/** Sends a request that changes something. Never retries after `unreachable`: the server may have made the change. Throws ApiError. */
export function apiSend<T>(
	method: "POST" | "PUT" | "PATCH" | "DELETE",
	path: string,
	body?: unknown,
	headers: Record<string, string> = {},
): Promise<T> {
	// For a form the browser itself must set the content type, because it chooses the boundary between the parts.
	const type: Record<string, string> = body instanceof FormData ? {} : { "content-type": "application/json" };
	return call<T>(path, {
		method,
		headers: { accept: "application/json", ...type, ...headers },
		...(body === undefined ? {} : { body: body instanceof FormData ? body : JSON.stringify(body) }),
	});
}

/** Leaves out keys whose value is undefined or empty, so that equal queries make equal URLs. Keeps the order of the others. */
export function withQuery(path: string, query: Record<string, string | number | undefined>): string {
	const search = new URLSearchParams();
	for (const [key, value] of Object.entries(query)) {
		if (value !== undefined && value !== "") search.set(key, String(value));
	}
	return search.size > 0 ? `${path}?${search}` : path;
}

export type StepUpAsker = (need: StepUpNeed) => Promise<boolean>;
let stepUpAsker: StepUpAsker | null = null;
const questions = new Map<string, Promise<boolean>>();

/** Registers the function that asks the person for a step-up; calls that require one wait for it. Returns the unregister function. */
export function answerStepUps(by: StepUpAsker): () => void {
	stepUpAsker = by;
	questions.clear();
	return () => {
		if (stepUpAsker === by) stepUpAsker = null;
	};
}

/** Acts of the same need that wait at the same time share one question, and its answer. */
function askOnce(ask: StepUpAsker, need: StepUpNeed): Promise<boolean> {
	const key = JSON.stringify(need);
	const question = questions.get(key) ?? ask(need).finally(() => questions.delete(key));
	questions.set(key, question);
	return question;
}

/** If the server requires a step-up, asks for it and repeats the request. The refused first request has changed nothing. */
async function call<T>(path: string, init: RequestInit): Promise<T> {
	try {
		return await callOnce<T>(path, init);
	} catch (error) {
		if (!(error instanceof ApiError) || error.code !== "step_up_needed" || !error.stepUp || !stepUpAsker) throw error;
		if (!(await askOnce(stepUpAsker, error.stepUp))) throw error;
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
