/**
 * Takes turns: at most `atOnce` tasks run, one of each lane; lanes are served in a circle, so whoever brings many waits behind their own.
 * Lanes that go first do so before all others.
 */
export interface Turn {
	/** Null: a lane of its own. */
	lane: string | null;
	first: boolean;
}

export interface Turns {
	/** Throws what `refuse` makes when the lane, or all of them together, are full. */
	run<T>(turn: Turn, task: () => Promise<T>): Promise<T>;
	readonly running: number;
}

export interface TurnLimits {
	atOnce: number;
	/** So many wait in one lane. */
	inLane: number;
	/** So many wait in all lanes that go first, and so many in all others. */
	waiting: number;
	refuse: () => Error;
}

interface Hall {
	/** A Map keeps the order in which lanes came: who was served comes again at the end. */
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

	/** The first lane of which nothing runs. */
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
