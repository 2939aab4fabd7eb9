/** The origin of the current request: the request handler sets it once, and every audit entry that the request writes carries it. */
import { AsyncLocalStorage } from "node:async_hooks";

export interface AuditOrigin {
	address: string | null;
	/** The browser's own claim; not trusted. */
	userAgent: string | null;
}

const NOWHERE: AuditOrigin = { address: null, userAgent: null };
const origins = new AsyncLocalStorage<AuditOrigin>();
const AGENT_LENGTH = 300;

export function withAuditOrigin<T>(origin: AuditOrigin, run: () => T): T {
	// PostgreSQL stores no zero byte. Line breaks need no removal, because headers contain none.
	const userAgent = origin.userAgent?.replaceAll("\0", "").slice(0, AGENT_LENGTH) || null;
	return origins.run({ address: origin.address, userAgent }, run);
}

/** Returns nulls outside a request, as in the worker and in commands. */
export function auditOrigin(): AuditOrigin {
	return origins.getStore() ?? NOWHERE;
}
