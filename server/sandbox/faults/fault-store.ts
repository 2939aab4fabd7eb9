/** Pending faults in the database: the controls add them, requests use them up. */
import { type Selectable, sql } from "kysely";
import type { EndpointId } from "#server/sandbox/api/endpoint-id.ts";
import type { FaultCall, FaultId } from "#server/sandbox/faults/fault-table.ts";
import type { FaultTable, SandboxDatabase } from "#server/sandbox/tables.ts";

export type FaultRow = Selectable<FaultTable>;

export interface NewFault {
	endpoint: EndpointId | "all";
	fault: FaultId;
	params: Record<string, unknown>;
	/** Applies only to requests whose path or body contains this text. */
	match: string | null;
	/** Number of requests; null: all, until removed. */
	times: number | null;
}

export async function addFault(database: SandboxDatabase, fault: NewFault, at: Date): Promise<FaultRow> {
	return database
		.insertInto("fault")
		.values({
			endpoint: fault.endpoint,
			fault: fault.fault,
			params: JSON.stringify(fault.params),
			match: fault.match,
			times_left: fault.times,
			created_at: at,
		})
		.returningAll()
		.executeTakeFirstOrThrow();
}

export async function listFaults(database: SandboxDatabase): Promise<FaultRow[]> {
	return database.selectFrom("fault").selectAll().orderBy("id").execute();
}

export async function removeFaults(database: SandboxDatabase, id?: string): Promise<void> {
	let query = database.deleteFrom("fault");
	if (id !== undefined) query = query.where("id", "=", id);
	await query.execute();
}

/** Takes one use of the oldest fault that fits the request. */
export async function takeFault(
	database: SandboxDatabase,
	endpoint: EndpointId,
	request: { path: string; body: string },
): Promise<FaultCall | null> {
	const candidates = await database
		.selectFrom("fault")
		.selectAll()
		.where("endpoint", "in", [endpoint, "all"])
		.orderBy("id")
		.execute();
	for (const row of candidates) {
		if (row.match !== null && !request.path.includes(row.match) && !request.body.includes(row.match)) continue;
		if (row.times_left === null || (await spendOne(database, row.id)))
			return { fault: row.fault as FaultId, params: row.params };
	}
	return null;
}

/** False when another request took the last use. */
async function spendOne(database: SandboxDatabase, id: string): Promise<boolean> {
	return database.transaction().execute(async (transaction) => {
		const row = await transaction
			.selectFrom("fault")
			.select("times_left")
			.where("id", "=", id)
			.forUpdate()
			.executeTakeFirst();
		if (!row || row.times_left === null) return row !== undefined;
		if (row.times_left === 1) await transaction.deleteFrom("fault").where("id", "=", id).execute();
		else
			await transaction
				.updateTable("fault")
				.set({ times_left: sql<number>`times_left - 1` })
				.where("id", "=", id)
				.execute();
		return true;
	});
}
