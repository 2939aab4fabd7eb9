/** Password hashing: argon2id in PHC text. It is costly on purpose, so at most two run at once in a process. */
import { type Argon2Parameters, argon2, randomBytes, timingSafeEqual } from "node:crypto";
import { PASSWORD_COST } from "#server/access/password/password-cost.ts";
import { AppError } from "#server/errors.ts";
import { processSingleton } from "#server/process-singleton.ts";

type Cost = Record<keyof typeof PASSWORD_COST, number>;
const TAG_LENGTH = 32;
// Two hashes at once use 92 MiB and two cores. In a lane (the queue of one address or browser) the last of sixty waits about 3 s; real
// people never fill a lane.
const LIMITS = { atOnce: 2, inLane: 60, waiting: 1_000 };
/** For `hashPassword` and `verifyPassword`: each task has its own lane, and precedes sign-ins from unknown browsers. */
const OWN: Turn = { lane: null, first: true };

/** Hash of a random password that nobody knows, checked for unknown accounts, so that they cost the same work as known ones. */
const NOBODY = phcOf("AzwilZ5UNWG8cmrDUivXQg", "3bqTBCUqsR5ckDEuli6pdDhz1MmGJ/+/4cgVMkAJdow");
const PHC = /^\$argon2id\$v=19\$m=(\d{1,7}),t=(\d{1,3}),p=(\d{1,2})\$([A-Za-z0-9+/]{11,86})\$([A-Za-z0-9+/]{22,86})$/;

/** Returns PHC text. Throws `too_many_attempts` when too many passwords wait already. */
export async function hashPassword(password: string): Promise<string> {
	const nonce = randomBytes(16);
	const tag = await turns().run(OWN, () => derive(password, nonce, PASSWORD_COST, TAG_LENGTH));
	return phcOf(base64(nonce), base64(tag));
}

function phcOf(nonce: string, tag: string): string {
	const { memory, passes, parallelism } = PASSWORD_COST;
	return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${nonce}$${tag}`;
}

/** Returns false for a wrong password, an unreadable hash and `null` (no such account), each after the same work. */
export function verifyPassword(phc: string | null, password: string): Promise<boolean> {
	return inPasswordTurn(OWN, (check) => check(phc, password));
}

/** Waits for a turn and runs `task`, whose `check` verifies a password within this same turn. Throws `too_many_attempts`. */
export function inPasswordTurn<T>(turn: Turn, task: (check: typeof verifyPassword) => Promise<T>): Promise<T> {
	return turns().run(turn, () => task(checkPassword));
}

async function checkPassword(phc: string | null, password: string): Promise<boolean> {
	const match = PHC.exec(phc ?? NOBODY) ?? PHC.exec(NOBODY);
	if (!match) return false;
	const [, memory, passes, parallelism, nonce = "", tag = ""] = match;
	const expected = Buffer.from(tag, "base64");
	const cost = { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) };
	const found = await derive(password, Buffer.from(nonce, "base64"), cost, expected.length);
	return timingSafeEqual(found, expected) && phc !== null && PHC.test(phc);
}

function derive(password: string, nonce: Buffer, cost: Cost, tagLength: number): Promise<Buffer> {
	// A letter with an accent may be one character or two, depending on the keyboard; both are the same password.
	const parameters: Argon2Parameters = { message: password.normalize("NFC"), nonce, tagLength, ...cost };
	return new Promise((resolve, reject) => {
		argon2("argon2id", parameters, (error, tag) => (error ? reject(error) : resolve(tag)));
	});
}

export function turns(): Turns {
	const refuse = () => new AppError("too_many_attempts", "too many passwords at once", { retryAfterSeconds: 5 });
	return processSingleton("password-turns", () => takeTurns({ ...LIMITS, refuse }));
}

function base64(bytes: Buffer): string {
	return bytes.toString("base64").replace(/=+$/, "");
}

/**
 * `takeTurns` runs at most `atOnce` tasks, one per lane, and serves the lanes in rotation, so that a lane with many tasks delays only
 * itself. Lanes marked `first` precede all others.
 */
export interface Turn {
	/** Null: this task has a lane of its own. */
	lane: string | null;
	first: boolean;
}

export interface Turns {
	/** Throws what `refuse` returns when too many tasks already wait in this lane, or in all lanes with the same `first`. */
	run<T>(turn: Turn, task: () => Promise<T>): Promise<T>;
	readonly running: number;
}

export interface TurnLimits {
	atOnce: number;
	inLane: number;
	/** Maximum of waiting tasks in all lanes marked `first` together, and the same again in all other lanes. */
	waiting: number;
	refuse: () => Error;
}

interface LaneQueues {
	/** In the order of service: a lane that was served moves to the end. */
	lanes: Map<string | symbol, (() => void)[]>;
	waiting: number;
}

export function takeTurns(limits: TurnLimits): Turns {
	const [first, others] = [newLaneQueues(), newLaneQueues()];
	const busy = new Set<string | symbol>();
	let running = 0;

	function enter(lane: string | symbol): void {
		busy.add(lane);
		running += 1;
	}

	function leave(lane: string | symbol): void {
		busy.delete(lane);
		running -= 1;
		for (const queues of [first, others]) if (running < limits.atOnce) callNext(queues);
	}

	function callNext(queues: LaneQueues): void {
		for (const [lane, queue] of queues.lanes) {
			if (busy.has(lane)) continue;
			const go = queue.shift();
			queues.lanes.delete(lane);
			if (queue.length > 0) queues.lanes.set(lane, queue);
			queues.waiting -= 1;
			enter(lane);
			go?.();
			return;
		}
	}

	return {
		get running() {
			return running;
		},
		async run(turn, task) {
			const lane = turn.lane ?? Symbol("alone");
			const queues = turn.first ? first : others;
			if (running < limits.atOnce && !busy.has(lane)) enter(lane);
			else {
				const queue = queues.lanes.get(lane) ?? [];
				if (queue.length >= limits.inLane || queues.waiting >= limits.waiting) throw limits.refuse();
				queues.lanes.set(lane, queue);
				queues.waiting += 1;
				await new Promise<void>((go) => queue.push(go));
			}
			try {
				return await task();
			} finally {
				leave(lane);
			}
		},
	};
}

function newLaneQueues(): LaneQueues {
	return { lanes: new Map(), waiting: 0 };
}
