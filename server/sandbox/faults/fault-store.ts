import { type Selectable, sql } from "kysely";
import type { EndpointId } from "#server/sandbox/api/endpoint-id.ts";
import type { FaultCall, FaultId } from "#server/sandbox/faults/fault-table.ts";
import type { FaultTable, SandboxDatabase } from "#server/sandbox/tables.ts";

export type FaultRow = Selectable<FaultTable>;

/** `match`: the fault applies only to requests with this text in path or body. `times_left`: null means no limit. */
type NewFault = Omit<FaultRow, "id" | "created_at">;

export async function addFault(database: SandboxDatabase, fault: NewFault, at: Date): Promise<FaultRow> {
	return database
		.insertInto("fault")
		.values({ ...fault, params: JSON.stringify(fault.params), created_at: at })
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

/** Finds the oldest fault that fits the request, and counts one use of it; returns null when none fits. */
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

/** Counts one use; the last one deletes the fault. Returns false when concurrent requests took all uses. */
async function spendOne(database: SandboxDatabase, id: string): Promise<boolean> {
	const one = await database
		.updateTable("fault")
		.set({ times_left: sql<number>`times_left - 1` })
		.where("id", "=", id)
		.where("times_left", ">", 1)
		.returning("id")
		.executeTakeFirst();
	if (one) return true;
	const last = database.deleteFrom("fault").where("id", "=", id).where("times_left", "=", 1).returning("id");
	return (await last.executeTakeFirst()) !== undefined;
}
