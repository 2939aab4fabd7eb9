import type { Config } from "#server/config.ts";
import type { SystemContext } from "#server/context.ts";

/** Everything that reading a session needs. A session ends `sessionIdleMs` after its last use. */
export type SessionSystem = Pick<SystemContext, "database" | "clock"> & { config: Pick<Config, "sessionIdleMs"> };

export const ABSOLUTE_MS = 12 * 3_600_000;
/** A session's last use is written at most this often, so that reading pages causes few writes. */
export const TOUCH_EVERY_MS = 30_000;

/** A sign-in must pass its second step within this time: a password alone must not keep a session open. */
export const SECOND_STEP_MS = 10 * 60_000;
/** The previous id works this long after a renewal, for requests that were under way. */
export const RENEWAL_GRACE_MS = 10_000;

interface SessionTimes {
	created_at: Date;
	last_seen_at: Date;
}

export function sessionEnd(
	{ created_at, last_seen_at }: SessionTimes,
	{ sessionIdleMs }: SessionSystem["config"],
): Date {
	return new Date(Math.min(created_at.getTime() + ABSOLUTE_MS, last_seen_at.getTime() + sessionIdleMs));
}
