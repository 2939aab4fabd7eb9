/** The service's faults, which come and go by themselves until `clear`: all but refused keys. */
import { setTimeout as pause } from "node:timers/promises";
import type { Random } from "#server/sandbox/seed/random.ts";
import type { FaultOrder } from "#tests/support/service/sandbox-client.ts";
import { type Deployment, untilAnswers, WALLETS } from "#tests/torture/deployment.ts";

export interface ProviderFaults {
	/** Fault → the number of times it was ordered. */
	readonly met: Map<string, number>;
	/** Ends the faults and restarts the service, so that hanging requests end. */
	clear(): Promise<void>;
}

type Params = Record<string, unknown>;
type Fault = readonly [name: string, fault: string, params?: Params];

/**
 * Faults of the traffic's POSTs. What was done before a wrong answer must not be sent again. No answers about other payments:
 * other tests look at those one by one, and here the books must fit.
 */
const POST_FAULTS: readonly (readonly [Fault, number])[] = [
	[["slow", "slow", { ms: 1_500 }], 8],
	[["done, then 500", "error-after"], 6],
	[["done, then 503", "error-after", { status: 503 }], 2],
	[["done, then reset", "reset-after"], 6],
	[["done, then hang", "hang-before-headers", { done: true }], 1],
	[["done, then hang in the body", "hang-in-body"], 1],
	[["done, then cut in the body", "reset-in-body"], 4],
	[["done, JSON cut", "cut-json", { keepBytes: 90 }], 4],
	[["done, empty answer", "empty-body"], 2],
	[["done, no reference", "no-reference"], 2],
	[["done, other amount", "other-amount"], 2],
	[["done, said late", "unknown-status", { status: "pending" }], 10],
	[["not done, 500", "error-before"], 2],
	[["not done, reset", "reset-before"], 3],
	[["not done, hang", "hang-before-headers"], 1],
	[["not done, redirect", "redirect"], 2],
	[["refused, 400", "error-before", { status: 400 }], 1],
	[["refused, 404", "error-before", { status: 404 }], 1],
	[["refused, 422", "error-before", { status: 422 }], 1],
	[["refused, 429", "error-before", { status: 429, retryAfterSeconds: 1 }], 1],
];

const READ_FAULTS: readonly (readonly [Fault, number])[] = [
	[["read: flapping", "flap", { percent: 40 }], 4],
	[["read: slow", "slow", { ms: 1_000 }], 2],
	[["read: 500", "error-before"], 2],
	[["read: reset", "reset-before"], 1],
	[["read: cut", "cut-json"], 1],
];
const READS = ["status", "detail", "balance"] as const;

export function startProviderFaults(deployment: Deployment, random: Random): ProviderFaults {
	const met = new Map<string, number>();
	const ending = new AbortController();
	const note = (name: string) => met.set(name, (met.get(name) ?? 0) + 1);
	const orderFaults = async () => {
		while (!ending.signal.aborted) {
			await pause(random.between(300, 1_200), undefined, { signal: ending.signal }).catch(() => undefined);
			if (ending.signal.aborted) return;
			// Refused connections: the service does not listen for a while.
			if (random.chance(0.01)) {
				note("connection refused");
				deployment.service.kill();
				continue;
			}
			const [name, order] = chooseFault(random);
			await deployment.sandbox.addFault(order).then(
				() => note(name),
				() => undefined,
			);
		}
	};
	const over = orderFaults();
	return {
		met,
		async clear() {
			ending.abort();
			await over;
			await untilAnswers(`${deployment.sandbox.origin}/healthz`);
			await deployment.sandbox.clearFaults();
			deployment.service.kill();
			await untilAnswers(`${deployment.sandbox.origin}/healthz`);
		},
	};
}

/** Each fault meets a few requests and ends, so that the faults change quickly. */
function chooseFault(random: Random): [string, FaultOrder] {
	const choose = (faults: readonly (readonly [Fault, number])[]) =>
		random.weighted(faults as unknown as Parameters<typeof random.weighted<Fault>>[0]);
	if (random.chance(0.2)) {
		const [name, fault, params = {}] = choose(READ_FAULTS);
		const endpoint = random.pick(READS);
		const match = endpoint === "balance" ? { match: WALLETS.traffic } : {};
		return [name, { endpoint, fault, params, times: random.between(1, 3), ...match }];
	}
	const [name, fault, params = {}] = choose(POST_FAULTS);
	const endpoint = random.chance(0.7) ? "payout" : "payin";
	return [name, { endpoint, fault, params, times: random.between(1, 2), match: `"${WALLETS.traffic}"` }];
}
