/** What was done to the house, counted. */
export interface Tally {
	/** SIGKILLs by victim. */
	readonly victims: ReadonlyMap<string, number>;
	/** Named points: how often aimed at, how often met. */
	readonly points: ReadonlyMap<string, { aimed: number; met: number }>;
	killed(victim: string): void;
	aimed(point: string, met: boolean): void;
}

export function createTally(): Tally {
	const victims = new Map<string, number>();
	const points = new Map<string, { aimed: number; met: number }>();
	return {
		victims,
		points,
		killed: (victim) => void victims.set(victim, (victims.get(victim) ?? 0) + 1),
		aimed(point, met) {
			const known = points.get(point) ?? { aimed: 0, met: 0 };
			points.set(point, { aimed: known.aimed + 1, met: known.met + (met ? 1 : 0) });
		},
	};
}
