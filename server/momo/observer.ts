/** Collects what the service does, in memory, until somebody takes it away to keep it. Never throws, never makes a call wait. */
import { type Observed, OTHER_VALUE, type ServiceEndpoint } from "#lib/contracts/service-record.ts";
import type { Exchange } from "#server/momo/exchange.ts";
import { type Observation, observeAnswer } from "#server/momo/observe-answer.ts";

export interface Observer {
	/** Returns at once; the answer is looked at when nothing else is to be done. */
	saw(endpoint: ServiceEndpoint, exchange: Exchange, ms: number): void;
	note(endpoint: ServiceEndpoint, observations: readonly Observation[]): void;
	/** What was seen since the last time, and forgets it. */
	take(): Observed[];
}

/** A service that invents words must not fill our memory; what is beyond is counted together. */
const MAX_KEYS = 300;
const MAX_WAITING = 100;

export function createObserver(now: () => Date = () => new Date()): Observer {
	let seen = new Map<string, Observed>();
	const waiting: { endpoint: ServiceEndpoint; exchange: Exchange; ms: number; at: Date }[] = [];
	const add = (endpoint: ServiceEndpoint, observations: readonly Observation[], at: Date) => {
		for (const observation of observations) count(seen, endpoint, observation, at);
	};
	const look = () => {
		for (const { endpoint, exchange, ms, at } of waiting.splice(0)) {
			try {
				add(endpoint, observeAnswer(endpoint, exchange, ms), at);
			} catch {
				// An answer that cannot even be described is no reason to disturb anybody.
			}
		}
	};
	return {
		saw(endpoint, exchange, ms) {
			if (waiting.length >= MAX_WAITING) return;
			if (waiting.length === 0) setImmediate(look);
			waiting.push({ endpoint, exchange, ms, at: now() });
		},
		note: (endpoint, observations) => add(endpoint, observations, now()),
		take() {
			look();
			const taken = [...seen.values()];
			seen = new Map();
			return taken;
		},
	};
}

function count(seen: Map<string, Observed>, endpoint: ServiceEndpoint, observation: Observation, at: Date): void {
	const { kind, ms = null, example = null } = observation;
	const key = (word: string) => `${kind} ${endpoint} ${word}`;
	const word = seen.has(key(observation.word)) || seen.size < MAX_KEYS ? observation.word : OTHER_VALUE;
	const before = seen.get(key(word));
	if (!before) {
		seen.set(key(word), { kind, endpoint, word, count: 1, firstAt: at, lastAt: at, maxMs: ms, example });
		return;
	}
	before.count += 1;
	before.lastAt = at;
	if (ms !== null) before.maxMs = Math.max(ms, before.maxMs ?? 0);
	before.example = example ?? before.example;
}
