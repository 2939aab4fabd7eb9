import type { Pool } from "pg";
import { changeMovement, inventMovement } from "#server/sandbox/control/change-movements.ts";
import { sandboxDatabase } from "#server/sandbox/open-store.ts";
import type { SandboxTransaction } from "#server/sandbox/tables.ts";

const CURRENCY = "XOF";
const DAY = 86_400_000;

/**
 * Makes exceptions for the demo in the sandbox's books, once: adds a withdrawal of two days ago that nobody requested, removes a line of
 * eight days ago, duplicates a line of fifteen days ago. `apart`: true for a reference whose lines must not be changed.
 */
export async function makeDiscrepancies(pool: Pool, now: Date, apart: (reference: string) => boolean): Promise<void> {
	const ago = (days: number) => new Date(now.getTime() - days * DAY);
	await sandboxDatabase(pool)
		.transaction()
		.execute(async (trx) => {
			const made = trx.selectFrom("journal").select("id").where("kind", "=", "correction");
			if (await made.executeTakeFirst()) return;
			const unrequested = { currency: CURRENCY, type: "withdrawal", amount: "37500.00", fee: "375.00", balance: true };
			await inventMovement(trx, unrequested, ago(2));
			const missing = await findLine(trx, "withdrawal", ago(8), apart);
			if (missing) await changeMovement(trx, missing.id, { action: "drop", balance: false }, now);
			const doubled = await findLine(trx, "deposit", ago(15), apart);
			if (doubled) await changeMovement(trx, doubled.id, { action: "double", balance: false }, now);
		});
}

/** Reads the next 40 lines of this type after `after`; returns the first for whose reference `apart` is false. */
async function findLine(trx: SandboxTransaction, type: string, after: Date, apart: (reference: string) => boolean) {
	const rows = await trx
		.selectFrom("movement")
		.selectAll()
		.where("currency", "=", CURRENCY)
		.where("type", "=", type)
		.where("created_at", ">", after)
		.where("reference", "is not", null)
		.orderBy("created_at")
		.limit(40)
		.execute();
	return rows.find((row) => row.reference !== null && !apart(row.reference));
}
