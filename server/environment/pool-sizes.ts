/** The connections of each program. By default three machines with web and worker open 96, below PostgreSQL's default of 100. */
import { type Environment, readersOf } from "#server/environment/read-secret.ts";

export interface PoolSizes {
	web: number;
	/**
	 * A worker has three pools: `sendQueue` takes and completes sending jobs, `questions` is for people's questions, `work` for the rest.
	 */
	work: number;
	sendQueue: number;
	questions: number;
}

/** Besides its pools, each program has two connections, on which it listens for notifications. */
const LISTENING = 2;
const QUESTIONS = 2;
const DEFAULT = { web: 8, worker: 20 };
const LEAST = { web: 2, worker: 8 };
const MOST = 200;

export function poolSizes(env: Environment, faults: string[]): PoolSizes {
	const { wholeNumber } = readersOf(env, faults);
	const web = wholeNumber("DATABASE_POOL", DEFAULT.web, LEAST.web, MOST);
	const worker = wholeNumber("WORKER_POOL", DEFAULT.worker, LEAST.worker, MOST);
	const sendQueue = Math.floor((worker - QUESTIONS) / 3);
	return { web, work: worker - QUESTIONS - sendQueue, sendQueue, questions: QUESTIONS };
}

export function plannedConnections(env: Environment, machines: number): number {
	const { web, work, sendQueue, questions } = poolSizes(env, []);
	return machines * (web + work + sendQueue + questions + 2 * LISTENING);
}
