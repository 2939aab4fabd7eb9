/** Asks the service on behalf of the web program and stores the answers in the database. */
import { coalesceRuns } from "#lib/coalesce-runs.ts";
import { withTimeout } from "#lib/with-timeout.ts";
import { ServiceError } from "#server/errors.ts";
import type { Log } from "#server/log.ts";
import { answerAsText, faultAsText } from "#server/momo/question.ts";
import type { Service } from "#server/momo/service.ts";
import type { Database } from "#server/store/database.ts";
import { listen } from "#server/store/listen.ts";
import {
	forgetQuestions,
	putAnswers,
	QUESTIONS_CHANNEL,
	type Question,
	takeQuestions,
} from "#server/store/service-questions.ts";
import { traced } from "#server/tracing/traced.ts";
import { type PeriodicRun, runPeriodically } from "#server/worker/run-periodically.ts";

interface Answering {
	/** The pool and the client are not those of the jobs, so that pages never delay a payment. */
	database: Database;
	databaseUrl: string;
	environment: string;
	service: Service;
	log: Log;
}

/** Longest time for one answer; shorter than the 35 s for which the web program waits. */
const ANSWER_MS = 30_000;
/** Longest delay of a question whose notification was lost. After a new connection, questions are taken at once. */
const POLL_MS = 5_000;

const tooLate = () => faultAsText(new ServiceError("unknown", "total_timeout"));

/** Runs until stopped; questions already taken are still answered. */
export function answerQuestions(answering: Answering, answerMs = ANSWER_MS): PeriodicRun {
	const { database, databaseUrl, environment, service, log } = answering;
	const underWay = new Set<Promise<void>>();
	let answered = new Map<string, string>();

	const put = coalesceRuns(async () => {
		const batch = answered;
		answered = new Map();
		if (batch.size > 0) await putAnswers(database, batch);
	});
	const answer = async ({ id, kind, subject, trace }: Question) => {
		const opening = { kind: "consumer", name: `question ${kind}`, parent: trace } as const;
		const text = await traced(opening, () => withTimeout(answerMs, answerAsText(service, kind, subject), tooLate));
		// Reads `answered` only after the wait, because `put` replaces the map meanwhile.
		answered.set(id, text);
		await put().catch((err: unknown) => log.warn({ event: "answer_lost", err }));
	};
	const take = coalesceRuns(async () => {
		for (const question of await takeQuestions(database, environment)) {
			const asked = answer(question).finally(() => underWay.delete(asked));
			underWay.add(asked);
		}
	});
	const takeNow = () => void take().catch((err: unknown) => log.warn({ event: "questions_not_taken", err }));
	const stopListening = listen({
		...{ databaseUrl, log, channel: QUESTIONS_CHANNEL, name: "cauri-questions" },
		onListening: takeNow,
		onNotice: takeNow,
	});
	const polling = runPeriodically(log, "questions", POLL_MS, async () => {
		await take();
		await forgetQuestions(database);
	});
	return {
		async stop() {
			await Promise.all([stopListening(), polling.stop()]);
			await Promise.all(underWay);
		},
	};
}
