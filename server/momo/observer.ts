/** Collects observations of the service in memory until the worker stores them. Never throws, never delays a call. */
import { type Observed, OTHER_VALUE, type ServiceEndpoint } from "#lib/contracts/service-record.ts";
import type { Exchange } from "#server/momo/exchange.ts";
import { type Observation, observeAnswer } from "#server/momo/observe-answer.ts";

export type Observer = ReturnType<typeof createObserver>;

/** Limits the different values in memory; further values are counted together as `OTHER_VALUE`. */
const MAX_KEYS = 300;
const MAX_WAITING = 100;

export function createObserver(now: () => Date = () => new Date()) {
	let seen = new Map<string, Observed>();
	const waiting: { endpoint: ServiceEndpoint; exchange: Exchange; ms: number; at: Date }[] = [];
	const add = (endpoint: ServiceEndpoint, observations: readonly Observation[], at: Date) => {
		for (const observation of observations) count(seen, endpoint, observation, at);
	};
	const drain = () => {
		for (const { endpoint, exchange, ms, at } of waiting.splice(0)) {
			try {
				add(endpoint, observeAnswer(endpoint, exchange, ms), at);
			} catch {
				// An error of the observer must not disturb a call.
			}
		}
	};
	return {
		/** Returns at once; the answer is examined in a later turn of the event loop. */
		saw(endpoint: ServiceEndpoint, exchange: Exchange, ms: number): void {
			if (waiting.length >= MAX_WAITING) return;
			if (waiting.length === 0) setImmediate(drain);
			waiting.push({ endpoint, exchange, ms, at: now() });
		},
		note: (endpoint: ServiceEndpoint, observations: readonly Observation[]) => add(endpoint, observations, now()),
		take(): Observed[] {
			drain();
			const taken = [...seen.values()];
			seen = new Map();
			return taken;
		},
	};
}

function count(seen: Map<string, Observed>, endpoint: ServiceEndpoint, observation: Observation, at: Date): void {
	const { kind, ms = null, example = null } = observation;
	const key = (value: string) => `${kind} ${endpoint} ${value}`;
	const value = seen.has(key(observation.value)) || seen.size < MAX_KEYS ? observation.value : OTHER_VALUE;
	const before = seen.get(key(value));
	if (!before) {
		seen.set(key(value), { kind, endpoint, value, count: 1, firstAt: at, lastAt: at, maxMs: ms, example });
		return;
	}
	before.count += 1;
	before.lastAt = at;
	if (ms !== null) before.maxMs = Math.max(ms, before.maxMs ?? 0);
	before.example = example ?? before.example;
}
