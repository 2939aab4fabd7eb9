/** Errors that several folders use: of the service's client, of use cases, and for the person who runs a program. */
import type { LimitUse } from "#lib/contracts/payout-rule.ts";
import type { StepUpNeed } from "#lib/contracts/second-factor.ts";
import type { ErrorCode } from "#lib/error-codes.ts";
import type { Cause } from "#lib/failure-causes.ts";

/** Its message is a whole sentence for the person who runs a program, which prints it without a stack. */
export class UserFacingError extends Error {}

/** The error's message with one full stop, so that a sentence can follow. */
export function messageSentence({ message }: Error): string {
	return message.replace(/\.?$/, ".");
}

type ErrorFields<E extends Error, Required extends keyof E> = Partial<Omit<E, keyof Error | Required>> & {
	cause?: unknown;
};

/** A refusal that a person can act on. `message` is for the log; the screens show the text of `code`. */
export class AppError extends Error {
	override readonly name = "AppError";
	readonly code: ErrorCode;
	/** Field path → fault key, for forms. */
	declare readonly fields: Record<string, string> | undefined;
	/** The service's own words, ≤ 300 characters, shown as plain text. */
	declare readonly detail: string | undefined;
	declare readonly retryAfterSeconds: number | undefined;
	/** Ids of the earlier payments that block this one. */
	declare readonly payments: readonly string[] | undefined;
	declare readonly limit: LimitUse | undefined;
	declare readonly stepUp: StepUpNeed | undefined;

	constructor(code: ErrorCode, message: string, { cause, ...fields }: ErrorFields<AppError, "code"> = {}) {
		super(message, { cause });
		this.code = code;
		Object.assign(this, fields);
	}
}

/** `refused`: the service said no. `not_sent`: no byte of the request was sent. `unknown`: the service may have acted (docs/payments.md). */
export type ServiceErrorKind = "refused" | "not_sent" | "unknown";

export class ServiceError extends Error {
	override readonly name = "ServiceError";
	readonly kind: ServiceErrorKind;
	readonly code: Cause;
	declare readonly status: number | undefined;
	/** The service's own words in a refusal; ≤ 300 characters, never trusted. */
	declare readonly words: string | undefined;
	/** A reference found in a damaged answer: a hint that a GET must confirm. */
	declare readonly hintReference: string | undefined;
	/** The answer was readable, but its amount, currency, type or reference cannot be ours: people check (`needs_review`). */
	readonly contradiction: boolean;
	/** First bytes of the answer as text, ≤ 2,000 characters, stored as evidence. */
	declare readonly excerpt: string | undefined;
	declare readonly retryAfterSeconds: number | undefined;

	constructor(
		kind: ServiceErrorKind,
		code: Cause,
		{ cause, ...fields }: ErrorFields<ServiceError, "kind" | "code"> = {},
	) {
		super(`service ${kind}: ${code}`, { cause });
		this.kind = kind;
		this.code = code;
		Object.assign(this, fields);
		this.contradiction = fields.contradiction ?? false;
	}
}

/**
 * Maps a failed read to an AppError: `worker_away` without a worker, `service_refused` or `service_refused_keys` for a refusal,
 * `service_unreadable` for a 2xx that cannot be trusted, else `service_unreachable`.
 */
export function appErrorOf(error: ServiceError): AppError {
	return new AppError(codeOfServiceError(error), error.message, {
		...{ detail: error.words, retryAfterSeconds: error.retryAfterSeconds, cause: error },
	});
}

/** True when the service refuses our keys, which can stop all sending (payments.md rule 7). */
export function refusesKeys(httpStatus: number | null | undefined): httpStatus is 401 | 403 {
	return httpStatus === 401 || httpStatus === 403;
}

function codeOfServiceError({ kind, code, status, contradiction }: ServiceError): ErrorCode {
	if (code === "worker_away") return code;
	if (refusesKeys(status)) return "service_refused_keys";
	if (contradiction || (status !== undefined && status >= 200 && status < 300)) return "service_unreadable";
	return kind === "refused" ? "service_refused" : "service_unreachable";
}
