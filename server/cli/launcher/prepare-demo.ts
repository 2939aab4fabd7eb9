/** A demo's database: level, with the sandbox's past in it and the payments that explain it. */
import { seedDemo } from "#server/cli/demo-data/seed-demo.ts";
import type { DemoPlan } from "#server/cli/launcher/demo-environment.ts";
import { migrateDatabase } from "#server/cli/launcher/migrate-database.ts";
import { prepareSandbox } from "#server/cli/launcher/prepare-sandbox.ts";
import { readConfig } from "#server/config.ts";
import { openPool } from "#server/store/database.ts";

/** True when data were made, false when they were there. */
export async function prepareDemo(plan: DemoPlan, env: NodeJS.ProcessEnv): Promise<boolean> {
	const { environment, walletCurrencies, databaseUrl } = readConfig(env);
	await migrateDatabase(databaseUrl.reveal());
	const pool = openPool(databaseUrl.reveal(), { application_name: "cauri-demo" });
	try {
		const now = new Date();
		await prepareSandbox(pool, now);
		const seed = { environment, currencies: walletCurrencies, sandboxOrigin: plan.sandboxOrigin, now };
		return (await seedDemo(pool, seed)) > 0;
	} finally {
		await pool.end();
	}
}
