/** Creates and consumes a password proof for the confirmation of a change, in this transaction. */
import { randomBytes } from "node:crypto";
import { sql } from "kysely";
import type { Database } from "#server/store/database.ts";
import { insertRows } from "#tests/support/rows/rows.ts";

export async function leaveSpentProof(
	trx: Database,
	{ memberId, digest }: { memberId: string; digest: string },
): Promise<void> {
	const id = randomBytes(16).toString("hex");
	const row = { id, member_id: memberId, session_key: id, purpose: "confirm", digest, nonce: id } as const;
	const at = sql<Date>`now()`;
	await insertRows(trx, "step_up", { ...row, created_at: at });
	await trx.updateTable("step_up").set({ method: "password", proved_at: at }).where("id", "=", id).execute();
	await trx.insertInto("step_up_subject").values({ step_up_id: id, digest }).execute();
	await trx.updateTable("step_up_subject").set({ used_at: at }).where("step_up_id", "=", id).execute();
}
