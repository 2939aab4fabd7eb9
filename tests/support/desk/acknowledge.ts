/** Acknowledges a database mismatch as two admins do, and returns the outcome of the held payments. */
import type { Context } from "#server/context.ts";
import { acknowledgeMismatch } from "#server/payments/stop/acknowledge-mismatch.ts";
import { byTwo } from "#tests/support/desk/second-admin.ts";
import { newestEntry } from "#tests/support/rows/audit-entries.ts";

export async function acknowledge(admin: Context, reason: string): Promise<{ expired: number; mayHaveLeft: number }> {
	const { state } = await byTwo(admin, () => acknowledgeMismatch(admin, { reason }));
	if (state !== "confirmed") throw new Error(`the acknowledgement is ${state}`);
	const entry = await newestEntry(admin.database, { action: "setting.database_acknowledged" });
	return { expired: Number(entry.details.expired), mayHaveLeft: Number(entry.details.mayHaveLeft) };
}
