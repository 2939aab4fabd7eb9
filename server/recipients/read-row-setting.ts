import { homeCountry } from "#lib/payments/home-country.ts";
import type { ImportSetting } from "#lib/recipients/import-row.ts";
import type { Context } from "#server/context.ts";
import type { Database } from "#server/store/database.ts";

/** Reads what is needed to understand rows that people typed: the operators, the wallets and the home country. */
export async function readRowSetting(context: Context, store: Database): Promise<ImportSetting> {
	const { walletCurrencies: wallets, timeZone } = context.config;
	const all = await store
		.selectFrom("operator")
		.select(["code", "name", "country", "currency", "prefixes", "enabled"])
		.orderBy("code")
		.execute();
	const isUsed = ({ enabled, currency }: (typeof all)[number]) => enabled && wallets.includes(currency);
	const operators = all.filter(isUsed);
	const unusedOperators = all.filter((one) => !isUsed(one));
	return { operators, unusedOperators, wallets, homeCountry: homeCountry(operators, timeZone) };
}
