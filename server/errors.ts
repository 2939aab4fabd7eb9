/** The two kinds of error that cross rooms: what the service's client throws, and what verbs throw. */
import type { Cause } from "#lib/causes.ts";
import type { LimitUse } from "#lib/contracts/payout-rule.ts";
import type { StepUpNeed } from "#lib/contracts/second-factor.ts";
import type { ErrorCode } from "#lib/error-codes.ts";

/** A refusal that a person can act on. `message` is for the log; people read the words of `code`. */
export class AppError extends Error {
	override readonly name = "AppError";
	readonly code: ErrorCode;
	/** Field path → fault key, for forms. */
	readonly fields: Record<string, string> | undefined;
	/** Words of the service for people, ≤ 300 characters, to be shown as text. */
	readonly detail: string | undefined;
	readonly retryAfterSeconds: number | undefined;
	/** Ids of the earlier payments that stand in the way. */
	readonly payments: readonly string[] | undefined;
	/** The limit that stands in the way. */
	readonly limit: LimitUse | undefined;
	/** What a fresh proof is wanted for. */
	readonly stepUp: StepUpNeed | undefined;

	constructor(
		code: ErrorCode,
		message: string,
		extra: {
			fields?: Record<string, string>;
			detail?: string;
			retryAfterSeconds?: number;
			payments?: readonly string[];
			limit?: LimitUse;
			stepUp?: StepUpNeed;
			cause?: unknown;
		} = {},
	) {
		super(message, { cause: extra.cause });
		this.code = code;
		this.fields = extra.fields;
		this.detail = extra.detail;
		this.retryAfterSeconds = extra.retryAfterSeconds;
		this.payments = extra.payments;
		this.limit = extra.limit;
		this.stepUp = extra.stepUp;
	}
}

/** What can be known of a call to the service that did not end in a readable answer (docs/payments.md, "What an answer may mean"). */
export type ServiceErrorKind = "refused" | "not_sent" | "unknown";

export class ServiceError extends Error {
	override readonly name = "ServiceError";
	readonly kind: ServiceErrorKind;
	/** Why, as a code of the closed list: kept, logged, and told to people in their language. */
	readonly code: Cause;
	/** HTTP status of the answer, when one came. */
	readonly status: number | undefined;
	/** What a refusal says of itself, in the service's own words; ≤ 300 characters, never trusted. */
	readonly words: string | undefined;
	/** A reference read in a damaged answer: a hint, to be confirmed by GET. */
	readonly hintReference: string | undefined;
	/** The answer was readable, but its amount, currency, type or reference cannot be ours: people must look (`needs_review`). */
	readonly contradiction: boolean;
	/** First bytes of the answer as text, ≤ 2,000 characters, kept as evidence. */
	readonly excerpt: string | undefined;
	readonly retryAfterSeconds: number | undefined;

	constructor(
		kind: ServiceErrorKind,
		code: Cause,
		extra: {
			status?: number | undefined;
			words?: string | undefined;
			hintReference?: string | undefined;
			contradiction?: boolean | undefined;
			excerpt?: string | undefined;
			retryAfterSeconds?: number | undefined;
			cause?: unknown;
		} = {},
	) {
		super(`service ${kind}: ${code}`, { cause: extra.cause });
		this.kind = kind;
		this.code = code;
		this.words = extra.words;
		this.status = extra.status;
		this.hintReference = extra.hintReference;
		this.contradiction = extra.contradiction ?? false;
		this.excerpt = extra.excerpt;
		this.retryAfterSeconds = extra.retryAfterSeconds;
	}
}

/**
 * What a failed read of the service is to people: a 2xx that cannot be trusted is `service_unreadable`, silence and 5xx
 * `service_unreachable`; `worker_away` where this program asks through the worker, which is not there.
 */
export function appErrorOf(error: ServiceError): AppError {
	return new AppError(codeOfServiceError(error), error.message, {
		...(error.words === undefined ? {} : { detail: error.words }),
		...(error.retryAfterSeconds === undefined ? {} : { retryAfterSeconds: error.retryAfterSeconds }),
		cause: error,
	});
}

/** Is this the service refusing our keys? Then all sending stops (payments.md rule 7). */
export function refusesKeys(httpStatus: number | null | undefined): httpStatus is 401 | 403 {
	return httpStatus === 401 || httpStatus === 403;
}

function codeOfServiceError({ kind, code, status, contradiction }: ServiceError): ErrorCode {
	if (code === "worker_away") return code;
	if (refusesKeys(status)) return "service_refused_keys";
	if (contradiction || (status !== undefined && status >= 200 && status < 300)) return "service_unreadable";
	return kind === "refused" ? "service_refused" : "service_unreachable";
}
