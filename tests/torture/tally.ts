/** Counts the damage that was done, and the payouts that were lost when something was put back. */
import type { Order } from "#tests/torture/orders.ts";

/** A stretch of time whose commits are lost: a copy was put back, or a standby without them took over. */
export interface Loss {
	name: string;
	/** By the machine's clock, in milliseconds. */
	from: number;
	to: number;
	/** Approved before, sent within: the present database would send them again. */
	waiting: readonly Order[];
	/** True if the database lacks commits; false if only a folder went back. */
	ofDatabase: boolean;
	/** True if the folder went back with it, so that only the wallet can tell what had left. */
	ofFolder: boolean;
}

/** Sending had stopped, and an admin was asked. */
export interface Question {
	kind: string;
	at: number;
}

export interface Tally {
	/** SIGKILLs by victim. */
	readonly victims: ReadonlyMap<string, number>;
	/** Named points: the numbers of tries and of hits. */
	readonly points: ReadonlyMap<string, { aimed: number; met: number }>;
	readonly losses: readonly Loss[];
	readonly questions: readonly Question[];
	/** The admin's answers about held payouts, counted. */
	readonly answers: ReadonlyMap<string, number>;
	killed(victim: string): void;
	aimed(point: string, met: boolean): void;
	lost(loss: Loss): void;
	asked(kind: string): void;
	answered(word: string): void;
}

export function createTally(): Tally {
	const victims = new Map<string, number>();
	const points = new Map<string, { aimed: number; met: number }>();
	const losses: Loss[] = [];
	const questions: Question[] = [];
	const answers = new Map<string, number>();
	return {
		victims,
		points,
		losses,
		questions,
		answers,
		killed: (victim) => void victims.set(victim, (victims.get(victim) ?? 0) + 1),
		aimed(point, met) {
			const known = points.get(point) ?? { aimed: 0, met: 0 };
			points.set(point, { aimed: known.aimed + 1, met: known.met + (met ? 1 : 0) });
		},
		lost: (loss) => void losses.push(loss),
		asked: (kind) => void questions.push({ kind, at: Date.now() }),
		answered: (word) => void answers.set(word, (answers.get(word) ?? 0) + 1),
	};
}
