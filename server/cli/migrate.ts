/** `npm run migrate [-- --check]`: shows what must be migrated, and migrates the database of DATABASE_URL, or the embedded one. */
import { parseArgs } from "node:util";
import { withDeskDatabase } from "#server/cli/launcher/desk-database.ts";
import { requireKnownExecutables } from "#server/cli/launcher/executables.ts";
import { migrateDatabase, predictedLine } from "#server/cli/launcher/migrate-database.ts";
import { loadEnvFile } from "#server/cli/launcher/project.ts";
import { requireOwner } from "#server/cli/launcher/refuse-start.ts";
import { runTask } from "#server/cli/launcher/run-launcher.ts";
import { say } from "#server/cli/launcher/terminal.ts";

const USAGE = `npm run migrate -- [--check]

Shows what must be migrated and about how long that takes, then brings the database to this version.
--check only shows it.
The database is DATABASE_URL's, else the embedded one of DATA_DIR (default .data).

Exit code: 0 when the database is up to date or --check has shown what must be migrated, 1 otherwise, 2 for wrong options.`;

await runTask(USAGE, readArguments, async ({ check }, signal) => {
	loadEnvFile();
	requireOwner();
	requireKnownExecutables();
	await withDeskDatabase(process.env, { program: "migrate", creates: !check }, async (url) => {
		say(await predictedLine(url));
		if (check) return;
		const { separated } = await migrateDatabase(url, signal);
		say("The database is up to date.");
		if (!separated)
			say(
				'Web and worker have no roles of their own: this account may not create them (docs/operate.md, "The database").',
			);
	});
});

/** Throws for an unknown option, so that a mistyped `--check` does not migrate. */
function readArguments(args: string[]): { check: boolean } {
	return parseArgs({ args, options: { check: { type: "boolean", default: false } } }).values;
}
