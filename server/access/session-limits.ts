/** The time at which a session ends by itself. Pure. */

/** Used until an admin sets `session_idle` = {"minutes": n}. */
const DEFAULT_IDLE_MS = 15 * 60_000;
export const ABSOLUTE_MS = 12 * 3_600_000;
/** Limits how often a session's last use is written: reading pages must not become a write load. */
export const TOUCH_EVERY_MS = 30_000;

/** A sign-in that has not passed its second step by then is over: a password alone must not keep a session open. */
export const SECOND_STEP_MS = 10 * 60_000;
/** A renewed id still works this long, for requests that were under way. */
export const RENEWAL_GRACE_MS = 10_000;

export interface SessionTimes {
	createdAt: Date;
	lastSeenAt: Date;
}

export function sessionEnd(times: SessionTimes, idleMs: number): Date {
	return new Date(Math.min(times.createdAt.getTime() + ABSOLUTE_MS, times.lastSeenAt.getTime() + idleMs));
}

/** The setting in milliseconds, within 1 minute and 12 hours; the default for anything unreadable. */
export function idleLimitMs(value: unknown): number {
	const minutes = typeof value === "object" && value !== null && "minutes" in value ? value.minutes : null;
	if (typeof minutes !== "number" || !(minutes >= 1 && minutes <= 720)) return DEFAULT_IDLE_MS;
	return Math.round(minutes * 60_000);
}
