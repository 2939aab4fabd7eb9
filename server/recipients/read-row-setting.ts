import type { RowSetting } from "#lib/batches/row-facts.ts";
import { homeCountry } from "#lib/payments/home-country.ts";
import type { Context } from "#server/context.ts";
import type { Database, DatabaseTransaction } from "#server/store/database.ts";

/** What rows of lists of numbers are read by. */
export async function readRowSetting(context: Context, store: Database | DatabaseTransaction): Promise<RowSetting> {
	const { walletCurrencies: wallets, timeZone } = context.config;
	const operators = await store
		.selectFrom("operator")
		.select(["code", "name", "country", "currency", "prefixes", "enabled"])
		.where("enabled", "=", true)
		.where("currency", "in", wallets)
		.orderBy("code")
		.execute();
	return { operators, wallets, homeCountry: homeCountry(operators, timeZone) };
}
