/** Takes turns: at most `atOnce` tasks run, at most `waiting` wait, the rest are refused at once. */
export interface Turns {
	/** Throws what `refuse` makes when the queue is full. */
	run<T>(task: () => Promise<T>): Promise<T>;
	readonly running: number;
}

export function takeTurns(limits: { atOnce: number; waiting: number; refuse: () => Error }): Turns {
	const queue: (() => void)[] = [];
	let running = 0;
	return {
		get running() {
			return running;
		},
		async run(task) {
			if (running >= limits.atOnce) {
				if (queue.length >= limits.waiting) throw limits.refuse();
				// The one who leaves hands its place over: `running` stays as it is.
				await new Promise<void>((go) => queue.push(go));
			} else running += 1;
			try {
				return await task();
			} finally {
				const next = queue.shift();
				if (next) next();
				else running -= 1;
			}
		},
	};
}
