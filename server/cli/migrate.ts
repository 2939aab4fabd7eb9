/** `npm run migrate`: brings the database of DATABASE_URL, or the embedded one, level. */
import { resolve } from "node:path";
import { becomeOwner } from "#server/cli/launcher/become-owner.ts";
import { takeDataFolder } from "#server/cli/launcher/data-folder.ts";
import { adoptEmbeddedDatabase } from "#server/cli/launcher/embedded-database.ts";
import { loadEnvFile } from "#server/cli/launcher/env-file.ts";
import { givenDatabase } from "#server/cli/launcher/given-database.ts";
import { launchPostgres } from "#server/cli/launcher/launch-postgres.ts";
import { migrateDatabase } from "#server/cli/launcher/migrate-database.ts";
import { runLauncher } from "#server/cli/launcher/run-launcher.ts";
import { say } from "#server/cli/launcher/terminal.ts";

await runLauncher(async (launch) => {
	loadEnvFile();
	becomeOwner();
	await adoptEmbeddedDatabase(process.env);
	const dataDir = resolve(process.env.DATA_DIR || ".data");
	const given = givenDatabase(process.env);
	if (!given) await takeDataFolder(launch, dataDir, "migrate");
	const { separated } = await migrateDatabase(given ?? (await launchPostgres(launch, dataDir)));
	say("The database is level.");
	if (!separated)
		say('Web and worker have no roles of their own here: this account may not make them (README, "The database").');
});
