/** Where what is being done came from, for the record: whoever opens the door says it once, and no verb can forget it. */
import { AsyncLocalStorage } from "node:async_hooks";

export interface AuditOrigin {
	/** An IP; null when nobody knows. */
	address: string | null;
	/** As the browser sent it, never trusted. */
	userAgent: string | null;
}

const NOWHERE: AuditOrigin = { address: null, userAgent: null };
const origins = new AsyncLocalStorage<AuditOrigin>();
// As much of it as a session keeps.
const AGENT_LENGTH = 300;

/** Entries written by `run`, and by all that it calls and awaits, tell this origin. */
export function withAuditOrigin<T>(origin: AuditOrigin, run: () => T): T {
	// PostgreSQL holds no zero byte, and headers no line breaks.
	const userAgent = origin.userAgent?.replaceAll("\0", "").slice(0, AGENT_LENGTH) || null;
	return origins.run({ address: origin.address, userAgent }, run);
}

/** Nulls outside of a request: what the worker does, and the commands. */
export function auditOrigin(): AuditOrigin {
	return origins.getStore() ?? NOWHERE;
}
