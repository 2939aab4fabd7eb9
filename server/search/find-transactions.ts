import type { SearchHit } from "#lib/contracts/search.ts";
import { isReference } from "#lib/paths.ts";
import type { Context } from "#server/context.ts";

/** Imported from elsewhere under this very reference; that of a payment of ours is found as the payment. */
export async function findTransactions({ database, config }: Context, text: string): Promise<SearchHit[]> {
	if (!isReference(text)) return [];
	const rows = await database
		.selectFrom("imported_transaction")
		.select(["reference", "service_status as status"])
		.where("environment", "=", config.environment)
		.where("reference", "in", [...new Set([text, text.toUpperCase()])])
		.where(({ not, exists, selectFrom }) =>
			not(
				exists(
					selectFrom("payment")
						.select("payment.id")
						.whereRef("payment.environment", "=", "imported_transaction.environment")
						.whereRef("payment.reference", "=", "imported_transaction.reference"),
				),
			),
		)
		.execute();
	return rows.map((row) => ({ is: "transaction", why: "reference", ...row }));
}
