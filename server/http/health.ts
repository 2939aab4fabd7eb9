/** Health checks for monitoring: alive and ready. No session, nothing secret. */
import { sql } from "kysely";
import type { SystemContext } from "#server/context.ts";
import type { Database } from "#server/store/database.ts";
import { readWorkerHeartbeats } from "#server/store/worker-heartbeats.ts";

// A load balancer asks every few seconds: a slow database must not accumulate queries.
const PATIENCE_MS = 2_000;
const HEADERS = { "cache-control": "private, no-store", "x-content-type-options": "nosniff" };

/** The process is alive and its event loop runs. */
export function healthResponse(): Response {
	return Response.json({ status: "ok" }, { headers: HEADERS });
}

/**
 * 503 without a database or with a read-only one, such as a standby that has not taken over. The answer reports an absent worker,
 * which is no reason to take the desk away from people.
 */
export async function readyResponse(system: Pick<SystemContext, "database" | "log">): Promise<Response> {
	try {
		const heartbeats = await inTime(requireWritable(system.database).then(() => readWorkerHeartbeats(system.database)));
		const worker = heartbeats.alive ? "here" : "away";
		const since = heartbeats.alive ? {} : { workerSeenAt: heartbeats.lastSeenAt?.toISOString() ?? null };
		return Response.json({ status: "ready", database: "here", worker, ...since }, { headers: HEADERS });
	} catch (cause) {
		system.log.warn({ err: cause, event: "not_ready" });
		return Response.json({ status: "not ready", database: "away" }, { status: 503, headers: HEADERS });
	}
}

async function requireWritable(database: Database): Promise<void> {
	const { rows } = await sql<{ state: string }>`select current_setting('transaction_read_only') as state`.execute(
		database,
	);
	if (rows[0]?.state === "on") throw new Error("the database is read-only");
}

async function inTime<T>(work: Promise<T>): Promise<T> {
	let timer: NodeJS.Timeout | undefined;
	const limit = new Promise<never>((_, reject) => {
		timer = setTimeout(() => reject(new Error(`no answer in ${PATIENCE_MS} ms`)), PATIENCE_MS);
	});
	try {
		return await Promise.race([work, limit]);
	} finally {
		clearTimeout(timer);
	}
}
