import type { RowSetting } from "#lib/batches/row-facts.ts";
import { homeCountry } from "#lib/payments/home-country.ts";
import type { Context } from "#server/context.ts";
import type { Database } from "#server/store/database.ts";

/** Reads what is needed to understand rows that people typed: the enabled operators, the wallets and the home country. */
export async function readRowSetting(context: Context, store: Database): Promise<RowSetting> {
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
