/** Acknowledges a database mismatch as two admins do, and returns the outcome of the held payments. */
import type { Context } from "#server/context.ts";
import { acknowledgeMismatch } from "#server/payments/stop/acknowledge-mismatch.ts";
import { byTwo } from "#tests/support/desk/second-admin.ts";

export async function acknowledge(admin: Context, reason: string): Promise<{ expired: number; mayHaveLeft: number }> {
	const { state } = await byTwo(admin, () => acknowledgeMismatch(admin, { reason }));
	if (state !== "confirmed") throw new Error(`the acknowledgement is ${state}`);
	const entry = await admin.database
		.selectFrom("audit_entry")
		.select("details")
		.where("action", "=", "setting.database_acknowledged")
		.orderBy("id", "desc")
		.limit(1)
		.executeTakeFirstOrThrow();
	return { expired: Number(entry.details.expired), mayHaveLeft: Number(entry.details.mayHaveLeft) };
}
