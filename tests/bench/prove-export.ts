/** A large export needs a fresh proof, so every session gets one, as its dialog would leave it. */
import type { Pool } from "pg";
import { openDatabase } from "#server/store/database.ts";
import { leaveProof } from "#tests/support/desk/leave-proof.ts";

export async function proveExport(pool: Pool): Promise<void> {
	const database = openDatabase(pool);
	const open = database.selectFrom("session").select(["member_id", "key"]).where("ended_at", "is", null);
	for (const { member_id: memberId, key: sessionKey } of await open.execute())
		await leaveProof(database, { memberId, sessionKey, purpose: "export", at: new Date() });
}
