/**
 * Runs at most `atOnce` tasks, one per lane, round-robin: a caller with many tasks waits only behind its own. Lanes marked
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
