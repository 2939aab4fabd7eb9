/** The second decision and the change itself, in one transaction: confirmed and written, or void. */
import { sql } from "kysely";
import { applyChange } from "#server/change-requests/apply-change.ts";
import type { ChangeRow } from "#server/change-requests/ask/change-step.ts";
import { recordChange } from "#server/change-requests/ask/record-change.ts";
import type { SystemContext } from "#server/context.ts";
import type { DatabaseTransaction } from "#server/store/database.ts";

/** `second`: null when nobody said no in time. The database refuses whoever is no second admin. Returns the row as it stands then. */
export async function confirmChange(
	system: SystemContext,
	trx: DatabaseTransaction,
	row: ChangeRow,
	second: { id: string; name: string } | null,
): Promise<ChangeRow> {
	const at = system.clock.now();
	const set = (values: { state: "confirmed" | "void"; decided_by?: string | null }) =>
		trx
			.updateTable("change_request")
			.set({ ...values, decided_at: sql<Date>`now()` })
			.where("id", "=", row.id)
			.returningAll()
			.executeTakeFirstOrThrow();
	const confirmed = await set({ state: "confirmed", decided_by: second?.id ?? null });
	const by = second?.id ?? null;
	// The secret is needed once more; what comes back of the row afterwards has none.
	const applied = await applyChange(system, trx, confirmed, { at, by: row.asked_by, confirmedBy: second?.name });
	if (applied === "void") {
		const ended = await set({ state: "void" });
		await recordChange(trx, ended, { at, by, happened: "void" });
		return ended;
	}
	await recordChange(trx, confirmed, { at, by, happened: second === null ? "took_effect" : "confirmed" });
	system.log.warn({ event: "loosened", kind: row.kind, member: row.asked_by, second: by, change: row.id });
	return confirmed;
}
