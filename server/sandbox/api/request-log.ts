/** Ground truth of what arrived. A row is committed before its request is handled, so it stands even if somebody dies next. */
import type { IncomingHttpHeaders } from "node:http";
import type { Selectable } from "kysely";
import type { RequestTable, SandboxDatabase } from "#server/sandbox/tables.ts";

export type RequestRow = Selectable<RequestTable>;

export interface Arrived {
	method: string;
	/** As it was written, with the query. */
	path: string;
	endpoint: string | null;
	headers: IncomingHttpHeaders;
	body: string;
}

const SECRET_HEADERS = new Set(["api-secret", "x-api-key", "authorization", "cookie", "proxy-authorization"]);

/** Returns the row's id. Times in this table are those of the real clock. */
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
	/** Rows whose path contains this text. */
	path?: string | undefined;
	/** Rows that arrived at or after this moment. */
	since?: Date | undefined;
	limit?: number;
}

// Enough for the largest test; the page asks for far fewer.
const MOST_ROWS = 10_000;

/** Oldest first; with a limit, the newest of them. */
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

export async function forgetRequests(database: SandboxDatabase): Promise<void> {
	await database.deleteFrom("request").execute();
}

// A week of a desk that polls: more is of no use to anybody.
const KEPT_ROWS = 200_000;

/** Called now and then by the engine. */
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
