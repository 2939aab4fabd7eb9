/** A demo's database: level, with the sandbox's past in it and the payments that explain it. */
import { giveDemoFactors } from "#server/cli/demo-data/demo-factors.ts";
import { seedDemo } from "#server/cli/demo-data/seed-demo.ts";
import type { DemoPlan } from "#server/cli/launcher/demo-environment.ts";
import { migrateDatabase } from "#server/cli/launcher/migrate-database.ts";
import { prepareSandbox } from "#server/cli/launcher/prepare-sandbox.ts";
import { readConfig } from "#server/config.ts";
import { readNewest } from "#server/payments/stop/database-doubt.ts";
import { openDatabase, openPool } from "#server/store/database.ts";
import { keepHead } from "#server/store/head-file.ts";

/** True when data were made, false when they were there. */
export async function prepareDemo(plan: DemoPlan, env: NodeJS.ProcessEnv): Promise<boolean> {
	const settings = readConfig(env);
	const { environment, walletCurrencies, databaseUrl } = settings;
	await migrateDatabase(databaseUrl.reveal());
	const pool = openPool(databaseUrl.reveal(), { application_name: "cauri-demo" });
	try {
		const now = new Date();
		await prepareSandbox(pool, now);
		const seed = { environment, currencies: walletCurrencies, sandboxOrigin: plan.sandboxOrigin, now };
		const isMade = (await seedDemo(pool, seed)) > 0;
		await giveDemoFactors(openDatabase(pool), settings, now);
		// A past that was told and not lived: this machine knows the database, as if it had sent from it.
		const newest = isMade ? await readNewest(openDatabase(pool)) : null;
		if (newest) await keepHead(settings, "demo-data", newest);
		return isMade;
	} finally {
		await pool.end();
	}
}
