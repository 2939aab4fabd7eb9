/**
 * Limits GETs: equal GETs that have not left yet share a call, few run at once, transient faults are retried, and after several failures in
 * a row a circuit breaker stops all GETs for some seconds.
 */

import {
	BrokenCircuitError,
	BulkheadRejectedError,
	bulkhead,
	CircuitState,
	ConsecutiveBreaker,
	circuitBreaker,
	decorrelatedJitterGenerator,
	ExponentialBackoff,
	handleWhenResult,
	retry,
	wrap,
} from "cockatiel";
import { ServiceError } from "#server/errors.ts";
import type { Exchange } from "#server/momo/exchange.ts";
import { mayReadAgain } from "#server/momo/response-outcome.ts";

export interface ReadPolicy {
	retries: number;
	retryDelayMs: number;
	breakAfter: number;
	halfOpenAfterMs: number;
	atOnce: number;
	waiting: number;
}

/** `breakAfter` failed GETs in a row open the circuit. `halfOpenAfterMs` is 10 s: the desk recovers within a minute of the service. */
export const DEFAULT_READ_POLICY: ReadPolicy = {
	retries: 2,
	retryDelayMs: 250,
	breakAfter: 6,
	halfOpenAfterMs: 10_000,
	atOnce: 16,
	waiting: 400,
};

export function createReads(get: (path: string) => Promise<Exchange>, policy: ReadPolicy) {
	const passing = handleWhenResult((result) => mayReadAgain(result as Exchange));
	const breaker = circuitBreaker(passing, {
		halfOpenAfter: policy.halfOpenAfterMs,
		breaker: new ConsecutiveBreaker(policy.breakAfter),
	});
	// Assumption: asking twice changes nothing at the service, as HTTP demands of GET.
	const patient = retry(passing, {
		maxAttempts: policy.retries,
		backoff: new ExponentialBackoff({
			generator: decorrelatedJitterGenerator,
			initialDelay: policy.retryDelayMs,
			maxDelay: policy.retryDelayMs * 8,
		}),
	});
	const guarded = wrap(bulkhead(policy.atOnce, policy.waiting), patient, breaker);
	const notBegun = new Map<string, Promise<Exchange>>();
	return {
		/** Throws ServiceError `not_sent` when the circuit is open or too many GETs wait. */
		read(path: string): Promise<Exchange> {
			const shared = notBegun.get(path);
			if (shared !== undefined) return shared;
			const call = Promise.resolve()
				.then(() =>
					guarded.execute(() => {
						// An answer must not be older than its question: later callers need a GET of their own.
						notBegun.delete(path);
						return get(path);
					}),
				)
				.catch((error: unknown) => {
					notBegun.delete(path);
					throw readErrorOf(error, policy);
				});
			notBegun.set(path, call);
			return call;
		},
		isCircuitOpen: () => breaker.state === CircuitState.Open,
	};
}

function readErrorOf(error: unknown, policy: ReadPolicy): ServiceError {
	if (error instanceof BrokenCircuitError) {
		const retryAfterSeconds = Math.ceil(policy.halfOpenAfterMs / 1_000);
		return new ServiceError("not_sent", "rest", { retryAfterSeconds });
	}
	if (error instanceof BulkheadRejectedError) return new ServiceError("not_sent", "crowd");
	return new ServiceError("unknown", "question");
}
