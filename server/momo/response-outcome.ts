/** Classifies the outcome of one exchange (docs/payments.md, "The answer"). Pure; `attempt-outcome.ts` derives the payment's state. */
import type { z } from "zod";
import { type Cause, statusCause } from "#lib/failure-causes.ts";
import { REFERENCE_PATTERN } from "#lib/paths.ts";
import { readJson } from "#lib/text/read-json.ts";
import { ServiceError } from "#server/errors.ts";
import type { Exchange } from "#server/momo/exchange.ts";
import { excerptText, serviceWords } from "#server/momo/foreign-text.ts";
import type { Started } from "#server/momo/service.ts";

// Assumption: these statuses say "no" before anything was done. 408, 409 and 425 are not among them: they can follow a payment.
const REFUSING = new Set([400, 401, 403, 404, 405, 406, 413, 415, 422, 429]);

/** Classifies the answer of a POST. Throws ServiceError: `refused`, `not_sent`, or `unknown` for everything that proves neither. */
export function classifyPost<Answer extends z.ZodType>(
	exchange: Exchange,
	schema: Answer,
	redact: (text: string) => string = (text) => text,
): Started<z.infer<Answer>> {
	if (!exchange.connected) throw new ServiceError("not_sent", exchange.fault ?? "not_made");
	const { status = 0, fault } = exchange;
	const body = readJson(exchange.text);
	if (fault === undefined && REFUSING.has(status) && !mentionsReference(exchange.text, body))
		throw refusal(exchange, redact);
	const fields = { ...exchangeFields(exchange), hintReference: hintIn(exchange.text, body) };
	const unclear = (code: Cause) => new ServiceError("unknown", code, fields);
	if (fault !== undefined) throw unclear(fault);
	if (status < 200 || status > 299) throw unclear(statusCause(status));
	if (!isJson(exchange.contentType)) throw unclear("not_json");
	if (!isObject(body)) throw unclear("unreadable");
	const parsed = schema.safeParse(body);
	if (parsed.success) return { answer: parsed.data, httpStatus: status, excerpt: excerptText(exchange.text) };
	if (!isReadableReference(body.reference)) throw unclear("no_reference");
	if (hasForeignMoney(body, parsed.error))
		throw new ServiceError("unknown", "foreign_money", { ...fields, contradiction: true });
	throw unclear("incomplete");
}

/** Classifies a GET's answer; null for 404. Throws ServiceError: `refused` for another 4xx, `not_sent` if not connected, else `unknown`. */
export function classifyRead<Answer extends z.ZodType>(
	exchange: Exchange,
	schema: Answer,
	redact: (text: string) => string = (text) => text,
): z.infer<Answer> | null {
	const { status = 0 } = exchange;
	// Assumption: 404 means that the reference or wallet is not known. It never means that a payment failed.
	if (status === 404) return null;
	classifyReadHead(exchange, redact);
	const parsed = schema.safeParse(readJson(exchange.text));
	if (parsed.success) return parsed.data;
	throw new ServiceError("unknown", "unreadable", exchangeFields(exchange));
}

/** Throws ServiceError unless the answer of a GET arrived without a fault, has a 2xx status and is JSON by its content type. */
export function classifyReadHead(exchange: Exchange, redact: (text: string) => string = (text) => text): void {
	const { status = 0, fault } = exchange;
	if (fault === undefined && status >= 400 && status <= 499) throw refusal(exchange, redact);
	if (fault !== undefined) {
		const kind = exchange.connected ? "unknown" : "not_sent";
		throw new ServiceError(kind, fault, exchangeFields(exchange));
	}
	if (status < 200 || status > 299) throw new ServiceError("unknown", statusCause(status), exchangeFields(exchange));
	if (!isJson(exchange.contentType)) throw new ServiceError("unknown", "not_json", exchangeFields(exchange));
}

export function mayReadAgain(exchange: Exchange): boolean {
	if (exchange.fault !== undefined) return !LASTING_FAULTS.has(exchange.fault);
	const { status = 0, retryAfterSeconds } = exchange;
	return retryAfterSeconds === undefined && (status === 408 || status === 425 || status >= 500);
}

const LASTING_FAULTS = new Set<string>(["encoded", "too_large", "not_made"]);

function refusal(exchange: Exchange, redact: (text: string) => string): ServiceError {
	const words = redact(serviceWords(exchange.contentType, exchange.text)) || undefined;
	return new ServiceError("refused", statusCause(exchange.status ?? 0), { ...exchangeFields(exchange), words });
}

function exchangeFields({ status, retryAfterSeconds, text }: Exchange) {
	return { status, retryAfterSeconds, excerpt: text === "" ? undefined : excerptText(text) };
}

/** Assumption: an answer of the service names JSON in its `Content-Type`. A body of another type may come from something in between. */
function isJson(contentType: string): boolean {
	return /^application\/(json|[a-z0-9.-]+\+json)\s*(;|$)/.test(contentType);
}

function isObject(value: unknown): value is Record<string, unknown> {
	return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isReadableReference(value: unknown): value is string {
	return typeof value === "string" && REFERENCE_PATTERN.test(value);
}

/** True when an amount, currency or type is present but malformed: the answer may describe another payment. */
function hasForeignMoney(body: Record<string, unknown>, error: z.ZodError): boolean {
	return error.issues.some(({ path: [name] }) => MONEY_FIELDS.has(String(name)) && body[String(name)] !== undefined);
}

const MONEY_FIELDS = new Set(["amount", "currency", "transaction_type"]);

/** True when a `reference` with a value appears anywhere in the body, at any depth, readable or not. */
function mentionsReference(text: string, body: unknown): boolean {
	if (body === undefined) return /["']?\breference\b["']?\s*[:=]\s*["']?[^\s"',}\]]/i.test(text);
	// The search is not recursive, because the service controls the depth.
	const open: unknown[] = [body];
	while (open.length > 0) {
		const value = open.pop();
		if (typeof value !== "object" || value === null) continue;
		for (const [name, inner] of Object.entries(value)) {
			if (/^reference$/i.test(name) && !Array.isArray(value) && inner !== null && inner !== "") return true;
			if (typeof inner === "object" && inner !== null) open.push(inner);
		}
	}
	return false;
}

/** Finds a readable reference in a damaged or unexpected answer; none when the answer names several. */
function hintIn(text: string, body: unknown): string | undefined {
	if (isObject(body) && isReadableReference(body.reference)) return body.reference;
	const found = new Set(
		[...text.matchAll(/"reference"\s*:\s*"([A-Za-z0-9][A-Za-z0-9._-]{0,127})"/g)].map((match) => match[1]),
	);
	const [only] = found;
	return found.size === 1 ? only : undefined;
}
