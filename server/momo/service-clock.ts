/**
 * The service's clock as its answers tell it in their header `Date`. Against it, and not against ours, the times of its
 * transactions are held: clocks may be an hour apart, and a difference must never decide about money.
 * Assumption: `Date` and the times in bodies are of one clock, as HTTP asks of a server that has one.
 */

export interface ServiceClock {
	/** `date` as the header said it, heard at this moment of `performance.now()`. */
	hear(date: string | undefined, ticks: number): void;
	/** Null when nothing was heard about then, or a machine slept or was set meanwhile. */
	timeAt(ticks: number): Date | null;
}

/** Clocks drift by less than a second in so long; the balance is read just before each payout. */
const HEARD_FOR_MS = 10 * 60_000;
/** Ticks may stand still while a machine sleeps: then the wall clock says otherwise. */
const APART_MS = 5_000;

export function createServiceClock(wall: () => number = Date.now): ServiceClock {
	let last: { time: number; ticks: number; wall: number } | null = null;
	return {
		hear(date, ticks) {
			const time = Date.parse(date ?? "");
			if (Number.isFinite(time)) last = { time, ticks, wall: wall() - (performance.now() - ticks) };
		},
		timeAt(ticks) {
			if (last === null || Math.abs(ticks - last.ticks) > HEARD_FOR_MS) return null;
			const passed = ticks - last.ticks;
			const onTheWall = wall() - (performance.now() - ticks) - last.wall;
			return Math.abs(onTheWall - passed) > APART_MS ? null : new Date(last.time + passed);
		},
	};
}
