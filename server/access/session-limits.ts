import type { Config } from "#server/config.ts";
import type { SystemContext } from "#server/context.ts";

/** Everything that reading a session needs. A session ends `sessionIdleMs` after its last use. */
export type SessionSystem = Pick<SystemContext, "database" | "clock"> & { config: Pick<Config, "sessionIdleMs"> };

export const ABSOLUTE_MS = 12 * 3_600_000;
/** A session's last use is written at most this often, so that reading pages causes few writes. */
export const TOUCH_EVERY_MS = 30_000;

/** A sign-in must pass its second step within this time: a password alone must not keep a session open. */
const SECOND_STEP_MS = 10 * 60_000;
/** The previous id works this long after the first use of the new one, for requests that were under way. */
export const RENEWAL_GRACE_MS = 10_000;

interface SessionRow {
	created_at: Date;
	last_seen_at: Date;
	/** The factor that passed the second step, which the session needs if its member `has_factor`. */
	factor: string | null;
	has_factor: boolean;
}

export function sessionEnd(
	{ created_at, last_seen_at, factor, has_factor }: SessionRow,
	{ sessionIdleMs }: SessionSystem["config"],
): Date {
	const longest = has_factor && factor === null ? SECOND_STEP_MS : ABSOLUTE_MS;
	return new Date(Math.min(created_at.getTime() + longest, last_seen_at.getTime() + sessionIdleMs));
}
