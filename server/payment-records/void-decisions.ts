import { sql } from "kysely";
import type { PaymentRow } from "#server/payment-records/payment-summary.ts";
import type { DatabaseTransaction } from "#server/store/database.ts";

/** Voids all decisions on the payments, or only those of `member`. Returns, for each decision, its payment and who made it. */
export async function voidDecisions(
	trx: DatabaseTransaction,
	at: Date,
	rows: readonly Pick<PaymentRow, "id">[],
	member?: string,
): Promise<{ payment_id: string; name: string }[]> {
	return trx
		.updateTable("decision")
		.from("member")
		.set({ voided_at: at })
		.whereRef("member.id", "=", "decision.member_id")
		.where(sql<boolean>`payment_id = any(${rows.map(({ id }) => id)})`)
		.where("voided_at", "is", null)
		.$if(member !== undefined, (query) => query.where("member_id", "=", member ?? ""))
		.returning(["decision.payment_id", "member.name"])
		.execute();
}
