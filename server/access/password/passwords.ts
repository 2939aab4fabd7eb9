/** Password hashing: argon2id in PHC text. It is costly on purpose, so at most two run at once in a process. */
import { type Argon2Parameters, argon2, randomBytes, timingSafeEqual } from "node:crypto";
import { PASSWORD_COST } from "#server/access/password/password-cost.ts";
import { AppError } from "#server/errors.ts";

type Cost = Record<keyof typeof PASSWORD_COST, number>;
const TAG_LENGTH = 32;
// Two hashes at once use 92 MiB and two cores. With sixty waiting in a lane (an address or browser), the last waits about 3 s;
// real people never cause more.
const LIMITS = { atOnce: 2, inLane: 60, waiting: 1_000 };
/** The turn of signed-in members and of Cauri itself, which precedes sign-ins from unknown browsers. */
const OWN: Turn = { lane: null, first: true };

/** The hash of a random unknown password: an unknown account costs the same work as a known one. */
const NOBODY = phcOf("AzwilZ5UNWG8cmrDUivXQg", "3bqTBCUqsR5ckDEuli6pdDhz1MmGJ/+/4cgVMkAJdow");
const PHC = /^\$argon2id\$v=19\$m=(\d{1,7}),t=(\d{1,3}),p=(\d{1,2})\$([A-Za-z0-9+/]{11,86})\$([A-Za-z0-9+/]{22,86})$/;

const PLACE = Symbol.for("cauri.password-turns");
const processWide = globalThis as typeof globalThis & { [PLACE]?: ReturnType<typeof takeTurns> };

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

/** False for a wrong password, an unreadable hash, and always for `null` (no such account), after the same work. */
export function verifyPassword(phc: string | null, password: string): Promise<boolean> {
	return inPasswordTurn(OWN, (check) => check(phc, password));
}

/** Runs `task` within one turn; its `check` is `verifyPassword` without a second turn. Throws `too_many_attempts`. */
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
	// The same letters typed on two keyboards are one password.
	const parameters: Argon2Parameters = { message: password.normalize("NFC"), nonce, tagLength, ...cost };
	return new Promise((resolve, reject) => {
		argon2("argon2id", parameters, (error, tag) => (error ? reject(error) : resolve(tag)));
	});
}

export function turns(): ReturnType<typeof takeTurns> {
	processWide[PLACE] ??= takeTurns({
		...LIMITS,
		refuse: () => new AppError("too_many_attempts", "too many passwords at once", { retryAfterSeconds: 5 }),
	});
	return processWide[PLACE];
}

function base64(bytes: Buffer): string {
	return bytes.toString("base64").replace(/=+$/, "");
}

/**
 * Runs at most `atOnce` tasks, one per lane, round-robin, so that a lane with many tasks delays only itself. Lanes marked
 * `first` precede all others.
 */
export interface Turn {
	/** Null: a lane of its own. */
	lane: string | null;
	first: boolean;
}

export interface Turns {
	/** Throws what `refuse` returns when this lane is full, or all lanes together. */
	run<T>(turn: Turn, task: () => Promise<T>): Promise<T>;
	readonly running: number;
}

export interface TurnLimits {
	atOnce: number;
	inLane: number;
	/** Waiting limit for all lanes marked `first`, and for all others. */
	waiting: number;
	refuse: () => Error;
}

interface Hall {
	/** A Map keeps the order of lanes; a lane that was served moves to the end. */
	lanes: Map<string | symbol, (() => void)[]>;
	waiting: number;
}

export function takeTurns(limits: TurnLimits): Turns {
	const [first, others] = [newHall(), newHall()];
	const busy = new Set<string | symbol>();
	let running = 0;

	function enter(lane: string | symbol): void {
		busy.add(lane);
		running += 1;
	}

	function leave(lane: string | symbol): void {
		busy.delete(lane);
		running -= 1;
		for (const hall of [first, others]) if (running < limits.atOnce) callNext(hall);
	}

	function callNext(hall: Hall): void {
		for (const [lane, queue] of hall.lanes) {
			if (busy.has(lane)) continue;
			const go = queue.shift();
			hall.lanes.delete(lane);
			if (queue.length > 0) hall.lanes.set(lane, queue);
			hall.waiting -= 1;
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
			const hall = turn.first ? first : others;
			if (running < limits.atOnce && !busy.has(lane)) enter(lane);
			else {
				const queue = hall.lanes.get(lane) ?? [];
				if (queue.length >= limits.inLane || hall.waiting >= limits.waiting) throw limits.refuse();
				hall.lanes.set(lane, queue);
				hall.waiting += 1;
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

function newHall(): Hall {
	return { lanes: new Map(), waiting: 0 };
}
