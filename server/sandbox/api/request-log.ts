/** Logs requests, so that tests see what the desk sent. A row is committed before its request is handled, to survive a crash. */
import type { IncomingHttpHeaders } from "node:http";
import type { Selectable } from "kysely";
import type { RequestTable, SandboxDatabase } from "#server/sandbox/tables.ts";

export type RequestRow = Selectable<RequestTable>;

export interface Arrived {
	method: string;
	path: string;
	endpoint: string | null;
	headers: IncomingHttpHeaders;
	body: string;
}

const SECRET_HEADERS = new Set(["api-secret", "x-api-key", "authorization", "cookie", "proxy-authorization"]);

/** Returns the row's id. The table has real times, even when the sandbox's clock was moved. */
export async function recordArrival(database: SandboxDatabase, arrived: Arrived): Promise<string> {
	const headers = Object.entries(arrived.headers).map(([name, value]): [string, string] => [
		name,
		SECRET_HEADERS.has(name) ? "[redacted]" : withoutNul(String(value)),
	]);
	const { id } = await database
		.insertInto("request")
		.values({
			at: new Date(),
			method: arrived.method,
			path: withoutNul(arrived.path),
			endpoint: arrived.endpoint,
			headers: JSON.stringify(Object.fromEntries(headers)),
			body: withoutNul(arrived.body),
			state: "arrived",
		})
		.returning("id")
		.executeTakeFirstOrThrow();
	return id;
}

export async function recordAnswer(
	database: SandboxDatabase,
	id: string,
	answer: { state: "answered" | "broken"; status: number | null; fault: string | null; reference: string | null },
): Promise<void> {
	await database
		.updateTable("request")
		.set({ ...answer, answered_at: new Date() })
		.where("id", "=", id)
		.execute();
}

export interface RequestQuery {
	method?: string | undefined;
	path?: string | undefined;
	since?: Date | undefined;
	limit?: number;
}

const MOST_ROWS = 10_000;

/** Returns the newest rows up to the limit, oldest first. */
export async function listRequests(database: SandboxDatabase, query: RequestQuery): Promise<RequestRow[]> {
	let select = database.selectFrom("request").selectAll();
	if (query.method) select = select.where("method", "=", query.method.toUpperCase());
	if (query.path) select = select.where("path", "like", `%${query.path.replace(/[\\%_]/g, "\\$&")}%`);
	if (query.since) select = select.where("at", ">=", query.since);
	const rows = await select
		.orderBy("at", "desc")
		.orderBy("id", "desc")
		.limit(query.limit ?? MOST_ROWS)
		.execute();
	return rows.reverse();
}

// About a week of requests by a desk that polls.
const KEPT_ROWS = 200_000;

export async function pruneRequests(database: SandboxDatabase): Promise<void> {
	const oldest = await database
		.selectFrom("request")
		.select("id")
		.orderBy("id", "desc")
		.offset(KEPT_ROWS)
		.limit(1)
		.executeTakeFirst();
	if (oldest) await database.deleteFrom("request").where("id", "<=", oldest.id).execute();
}

function withoutNul(text: string): string {
	return text.replaceAll("\u0000", "�");
}
