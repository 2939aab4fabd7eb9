/** A look at a wallet: what its balance was said to be, and when. */
import type { SystemContext } from "#server/context.ts";

/** Of now, unless told; `updatedAt`: since when the balance has been so, as the service says. */
export async function insertLook(
	{ database, config, clock }: Pick<SystemContext, "database" | "config" | "clock">,
	{ balance, currency = "XOF", at = clock.now(), updatedAt = at }: Look,
): Promise<void> {
	const wallet = { environment: config.environment, currency, wallet_reference: "WF-1" };
	await database
		.insertInto("wallet_look")
		.values({ ...wallet, balance, updated_at: updatedAt, first_fetched_at: at, fetched_at: at })
		.execute();
}

interface Look {
	balance: string;
	currency?: string;
	at?: Date;
	updatedAt?: Date;
}
