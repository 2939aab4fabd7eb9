import { sql } from "kysely";
import { withTimeout } from "#lib/with-timeout.ts";
import type { SystemContext } from "#server/context.ts";
import type { Database } from "#server/store/database.ts";
import { readWorkerHeartbeats } from "#server/store/worker-heartbeats.ts";

// A load balancer asks every few seconds: without this limit, its queries would pile up at a slow database.
const TIMEOUT_MS = 2_000;
const HEADERS = { "cache-control": "private, no-store", "x-content-type-options": "nosniff" };

export function healthResponse(): Response {
	return Response.json({ status: "ok" }, { headers: HEADERS });
}

/**
 * Answers 503 when the database is away or read-only, such as a standby. A missing worker is only reported: people can still use the desk
 * without one.
 */
export async function readyResponse(system: Pick<SystemContext, "database" | "log">): Promise<Response> {
	try {
		const asked = requireWritable(system.database).then(() => readWorkerHeartbeats(system.database));
		const heartbeats = await withTimeout(TIMEOUT_MS, asked, () => {
			throw new Error(`no answer in ${TIMEOUT_MS} ms`);
		});
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
