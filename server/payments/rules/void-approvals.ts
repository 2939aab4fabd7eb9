import { sql } from "kysely";
import type { PaymentRow } from "#server/payment-records/payment-summary.ts";
import type { DatabaseTransaction } from "#server/store/database.ts";

/** Voids all decisions, so that all approvers must approve again. Returns the names of the members who had decided. */
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

/** Voids the decisions on all of these payments. Returns the payments that had any. */
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

/** Voids the member's own decisions that still count, with `verdict` only approvals; new ones replace them. */
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
