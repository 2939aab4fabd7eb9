/** `npm run migrate [-- --check]`: says what there is to do, and migrates the database of DATABASE_URL, or the embedded one. */
import { resolve } from "node:path";
import { adoptEmbeddedDatabase, givenDatabase } from "#server/cli/launcher/desk-database.ts";
import { launchPostgres } from "#server/cli/launcher/launch-postgres.ts";
import { foreseenLine, migrateDatabase } from "#server/cli/launcher/migrate-database.ts";
import { takeDataFolder } from "#server/cli/launcher/preflight.ts";
import { loadEnvFile } from "#server/cli/launcher/project.ts";
import { requireOwner } from "#server/cli/launcher/refuse-start.ts";
import { runLauncher } from "#server/cli/launcher/run-launcher.ts";
import { say } from "#server/cli/launcher/terminal.ts";

await runLauncher(async (launch) => {
	loadEnvFile();
	requireOwner();
	await adoptEmbeddedDatabase(process.env);
	const dataDir = resolve(process.env.DATA_DIR || ".data");
	const given = givenDatabase(process.env);
	if (!given) await takeDataFolder(launch, dataDir, "migrate");
	const url = given ?? (await launchPostgres(launch, dataDir));
	say(await foreseenLine(url));
	if (process.argv.includes("--check")) return;
	const { separated } = await migrateDatabase(url);
	say("The database is up to date.");
	if (!separated)
		say(
			'Web and worker have no roles of their own here: this account may not make them (docs/operate.md, "The database").',
		);
});
