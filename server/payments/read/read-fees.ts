import type { SystemContext } from "#server/context.ts";

/** By payment: the fee of the wallet's line that matches it, two-decimal text. */
export async function readFees(
	{ database }: SystemContext,
	payments: readonly { id: string }[],
): Promise<Map<string, string>> {
	if (payments.length === 0) return new Map();
	const rows = await database
		.selectFrom("reconciliation_line as match")
		.innerJoin("movement as line", "line.id", "match.movement_id")
		.select(["match.payment_id as id", "line.fee"])
		.where("match.status", "=", "matched")
		.where(
			"match.payment_id",
			"in",
			payments.map(({ id }) => id),
		)
		.execute();
	return new Map(rows.flatMap(({ id, fee }) => (id === null ? [] : [[id, fee]])));
}
