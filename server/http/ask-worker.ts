/** The client of the service for web, which has no keys: a worker answers its four kinds of questions. It cannot start or list anything. */
import { setTimeout as pause } from "node:timers/promises";
import { coalesceRuns } from "#lib/coalesce-runs.ts";
import { ServiceError } from "#server/errors.ts";
import type { Log } from "#server/log.ts";
import { type AskedKind, readAnswer } from "#server/momo/question.ts";
import type { Service } from "#server/momo/service.ts";
import type { Database } from "#server/store/database.ts";
import { listen } from "#server/store/listen.ts";
import { ANSWERS_CHANNEL, addQuestion, collectAnswers } from "#server/store/service-questions.ts";
import { currentTrace } from "#server/tracing/traced.ts";

interface Asking {
	database: Database;
	databaseUrl: string;
	environment: string;
	log: Log;
}

export interface AskingLimits {
	/** Maximum wait until a worker takes the question; a running worker takes it at once. */
	takeMs: number;
	/** Maximum wait for the answer; longer than the worker itself waits for the service. */
	totalMs: number;
	/** Interval at which the database is polled for answers, in case a notification is lost. */
	pollMs: number;
}

const LIMITS: AskingLimits = { takeMs: 3_000, totalMs: 35_000, pollMs: 500 };

/** Create one per process. The first question opens the connection that listens for answers. */
export function askWorker(asking: Asking, given: Partial<AskingLimits> = {}): Service {
	const { database, databaseUrl, environment, log } = asking;
	const limits = { ...LIMITS, ...given };
	const waiting = new Map<string, (answer: string | null) => void>();
	const underWay = new Map<string, Promise<string | null>>();
	let stopListening: (() => Promise<void>) | undefined;
	let isPolling = false;
	let notices = 0;

	const collect = coalesceRuns(async () => {
		if (waiting.size === 0) return;
		try {
			for (const { id, answer } of await collectAnswers(database, [...waiting.keys()], limits))
				waiting.get(id)?.(answer);
		} catch (err) {
			log.warn({ event: "answers_not_read", err });
		}
	});
	const poll = async () => {
		if (isPolling) return;
		isPolling = true;
		while (waiting.size > 0) {
			await pause(limits.pollMs);
			await collect();
		}
		isPolling = false;
	};
	async function askOnce(kind: AskedKind, subject: string): Promise<string | null> {
		stopListening ??= listen({
			...{ databaseUrl, log, channel: ANSWERS_CHANNEL, name: "cauri-answers" },
			onListening: () => void collect(),
			onNotice() {
				notices += 1;
				void collect();
			},
		});
		const before = notices;
		const id = await addQuestion(database, { environment, kind, subject, trace: currentTrace() });
		if (id === null) return null;
		const { promise, resolve } = Promise.withResolvers<string | null>();
		// Gives up when no answer comes at all: the row of the question is gone, or the database does not answer.
		const timer = setTimeout(resolve, limits.totalMs + limits.takeMs, null);
		waiting.set(id, resolve);
		void poll();
		// The worker may have answered before this process had the question's id, and so before anything waited for it.
		if (notices !== before) void collect();
		return promise.finally(() => {
			clearTimeout(timer);
			waiting.delete(id);
		});
	}
	async function ask<Kind extends AskedKind>(kind: Kind, subject: string) {
		const key = `${kind} ${subject}`;
		const asked = underWay.get(key) ?? askOnce(kind, subject).finally(() => underWay.delete(key));
		underWay.set(key, asked);
		const answer = await asked;
		if (answer === null) throw new ServiceError("not_sent", "worker_away");
		return readAnswer(kind, answer);
	}
	const notMade = () => Promise.reject(new ServiceError("not_sent", "not_made"));
	return {
		startDeposit: notMade,
		startPayout: notMade,
		readDetail: (reference) => ask("detail", reference),
		readHistory: (reference) => ask("history", reference),
		readStatus: (reference) => ask("status", reference),
		readBalance: (currency) => ask("balance", currency),
		// biome-ignore lint/correctness/useYield: there is nothing to yield.
		async *streamMovements() {
			await notMade();
		},
		timeAt: () => null,
		isCircuitOpen: () => false,
		async close() {
			for (const resolve of waiting.values()) resolve(null);
			await stopListening?.();
		},
	};
}
