import { sql } from "kysely";
import type { PaymentRow } from "#server/payment-records/payment-summary.ts";
import type { DatabaseTransaction } from "#server/store/database.ts";

/** Voids all decisions on the payment; returns the names of those who made them. */
export async function voidApprovals(
	trx: DatabaseTransaction,
	at: Date,
	row: Pick<PaymentRow, "id">,
): Promise<string[]> {
	const voided = await trx
		.updateTable("decision")
		.set({ voided_at: at })
		.where("payment_id", "=", row.id)
		.where("voided_at", "is", null)
		.returning("member_id")
		.execute();
	if (voided.length === 0) return [];
	const ids = voided.map(({ member_id }) => member_id);
	const people = await trx.selectFrom("member").select("name").where("id", "in", ids).orderBy("name").execute();
	return people.map(({ name }) => name);
}

/** Voids all decisions on the payments; returns the payments that had one. */
export async function voidEach<Row extends Pick<PaymentRow, "id">>(
	trx: DatabaseTransaction,
	at: Date,
	rows: readonly Row[],
): Promise<Row[]> {
	const ids = rows.map(({ id }) => id);
	const voided = await trx
		.updateTable("decision")
		.set({ voided_at: at })
		.where(sql<boolean>`payment_id = any(${ids})`)
		.where("voided_at", "is", null)
		.returning("payment_id")
		.execute();
	const had = new Set(voided.map(({ payment_id }) => payment_id));
	return rows.filter(({ id }) => had.has(id));
}

/** Voids the member's decisions, so that a new one can replace them; with `verdict`, only approvals. */
export async function voidOwn(
	trx: DatabaseTransaction,
	at: Date,
	rows: readonly Pick<PaymentRow, "id">[],
	{ member, verdict }: { member: string; verdict?: "approve" },
): Promise<void> {
	let own = trx
		.updateTable("decision")
		.set({ voided_at: at })
		.where(
			"payment_id",
			"in",
			rows.map(({ id }) => id),
		)
		.where("member_id", "=", member)
		.where("voided_at", "is", null);
	if (verdict) own = own.where("verdict", "=", verdict);
	await own.execute();
}
