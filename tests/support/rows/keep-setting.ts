import { asOwner } from "#server/store/as-owner.ts";
import type { Database } from "#server/store/database.ts";
import { TEST_NOW } from "#tests/support/contexts.ts";

export async function keepSetting(database: Database, name: string, content: object, at = TEST_NOW): Promise<void> {
	const value = JSON.stringify(content);
	await asOwner(database, (trx) =>
		trx
			.insertInto("setting")
			.values({ name, value, changed_at: at, changed_by: null })
			.onConflict((conflict) => conflict.column("name").doUpdateSet({ value, changed_at: at }))
			.execute(),
	);
}
