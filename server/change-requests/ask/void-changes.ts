import type { ChangeKind } from "#lib/contracts/change-request.ts";
import { recordChange } from "#server/change-requests/ask/record-change.ts";
import type { DatabaseTransaction } from "#server/store/database.ts";

/** What waits was asked for of another state than the one that stands from now on: in the commit of a change that took effect at once. */
export async function voidChanges(
	trx: DatabaseTransaction,
	at: Date,
	{ kind, subject }: { kind: ChangeKind; subject: string },
): Promise<void> {
	const rows = await trx
		.updateTable("change_request")
		.set({ state: "void" })
		.where("kind", "=", kind)
		.where("subject", "=", subject)
		.where("state", "=", "waiting")
		.returningAll()
		.execute();
	for (const row of rows) await recordChange(trx, row, { at, by: null, happened: "void" });
}
