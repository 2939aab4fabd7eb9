import type { SystemContext } from "#server/context.ts";
import { insertRows } from "#tests/support/rows/rows.ts";

/** By default of now. `updatedAt`: time of the balance's last change, as the service reports it. */
export async function insertReading(
	{ database, config, clock }: Pick<SystemContext, "database" | "config" | "clock">,
	{ balance, currency = "XOF", at = clock.now(), updatedAt = at }: Look,
): Promise<void> {
	const wallet = { environment: config.environment, currency, wallet_reference: "WF-1" };
	await insertRows(database, "balance_reading", {
		...wallet,
		balance,
		updated_at: updatedAt,
		first_fetched_at: at,
		fetched_at: at,
	});
}

interface Look {
	balance: string;
	currency?: string;
	at?: Date;
	updatedAt?: Date;
}
