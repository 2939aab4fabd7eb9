/** The connections that each program opens: three machines with web and worker stay below PostgreSQL's default of 100. */
import { type Environment, readersOf } from "#server/environment/read-secret.ts";

export interface PoolSizes {
	/** Connections of a web program. */
	web: number;
	/** Connections of a worker in three parts: for jobs, for taking and completing sending jobs, for people's questions. */
	jobs: number;
	sending: number;
	questions: number;
}

/** Each program listens with two connections of its own beside its pools. */
const LISTENING = 2;
const QUESTIONS = 2;
const DEFAULT = { web: 8, worker: 20 };
const LEAST = { web: 2, worker: 8 };
const MOST = 200;

export function poolSizes(env: Environment, faults: string[]): PoolSizes {
	const { wholeNumber } = readersOf(env, faults);
	const web = wholeNumber("DATABASE_POOL", DEFAULT.web, LEAST.web, MOST);
	const worker = wholeNumber("WORKER_POOL", DEFAULT.worker, LEAST.worker, MOST);
	const sending = Math.floor((worker - QUESTIONS) / 3);
	return { web, jobs: worker - QUESTIONS - sending, sending, questions: QUESTIONS };
}

/** The most connections that this many machines open, each with a web program and a worker. */
export function plannedConnections(env: Environment, machines: number): number {
	const { web, jobs, sending, questions } = poolSizes(env, []);
	return machines * (web + jobs + sending + questions + 2 * LISTENING);
}
