/**
 * Follows the service's clock by the header `Date`. Times of the service are compared with this clock, never with ours, which may differ by
 * an hour. Assumption: `Date` and the times in bodies use one clock, as HTTP requires of a server that has one.
 */

/** An older `Date` is not used. Clocks drift by less than a second in this time, and each balance reading before a payout renews it. */
const VALID_MS = 10 * 60_000;
/** A larger difference between ticks and wall clock shows that the machine slept or that its clock was set. */
const APART_MS = 5_000;

export type ServiceClock = ReturnType<typeof createServiceClock>;

export function createServiceClock(wall: () => number = Date.now) {
	let last: { time: number; ticks: number; wall: number } | null = null;
	return {
		record(date: string | undefined, ticks: number): void {
			const time = Date.parse(date ?? "");
			if (Number.isFinite(time)) last = { time, ticks, wall: wall() - (performance.now() - ticks) };
		},
		/** Null when no answer came around that time, or when the machine slept or its clock was set meanwhile. */
		timeAt(ticks: number): Date | null {
			if (last === null || Math.abs(ticks - last.ticks) > VALID_MS) return null;
			const passed = ticks - last.ticks;
			const passedOnWall = wall() - (performance.now() - ticks) - last.wall;
			return Math.abs(passedOnWall - passed) > APART_MS ? null : new Date(last.time + passed);
		},
	};
}
