/** `npm run migrate [-- --check]`: says what there is to do, and migrates the database of DATABASE_URL, or the embedded one. */
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { adoptEmbeddedDatabase, givenDatabase } from "#server/cli/launcher/desk-database.ts";
import { launchPostgres } from "#server/cli/launcher/launch-postgres.ts";
import { foreseenLine, migrateDatabase } from "#server/cli/launcher/migrate-database.ts";
import { takeDataFolder } from "#server/cli/launcher/preflight.ts";
import { loadEnvFile } from "#server/cli/launcher/project.ts";
import { requireOwner } from "#server/cli/launcher/refuse-start.ts";
import { runLauncher } from "#server/cli/launcher/run-launcher.ts";
import { complain, say } from "#server/cli/launcher/terminal.ts";

const USAGE = `npm run migrate -- [--check]

Says what there is to migrate and about how long that takes, and brings the database to this version.
--check says it and migrates nothing.
The database is DATABASE_URL's, else the embedded one of DATA_DIR (default .data).

Exit code: 0 when the database is up to date or --check has said what there is to do, 1 when neither is so, 2 for wrong options.`;

const { check, help } = readArguments();
if (help) {
	say(USAGE);
	process.exit(0);
}
await runLauncher(async (launch) => {
	loadEnvFile();
	requireOwner();
	await adoptEmbeddedDatabase(process.env);
	const dataDir = resolve(process.env.DATA_DIR || ".data");
	const given = givenDatabase(process.env);
	if (!given) await takeDataFolder(launch, dataDir, "migrate");
	const url = given ?? (await launchPostgres(launch, dataDir));
	say(await foreseenLine(url));
	if (check) return;
	const { separated } = await migrateDatabase(url);
	say("The database is up to date.");
	if (!separated)
		say(
			'Web and worker have no roles of their own here: this account may not make them (docs/operate.md, "The database").',
		);
});

/** A mistyped option must not migrate. */
function readArguments(): { check: boolean; help: boolean } {
	const flag = { type: "boolean", default: false } as const;
	try {
		return parseArgs({ options: { check: flag, help: { ...flag, short: "h" } } }).values;
	} catch (error) {
		complain(`${(error as Error).message}\n\n${USAGE}`);
		process.exit(2);
	}
}
