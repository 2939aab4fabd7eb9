/**
 * `npm start`: production from a finished build. Checks the environment, migrates the database, keeps web and worker running.
 * `--until-ready` ends them again as soon as they answer: a trial of a new version.
 */
import { isBuilt } from "#server/cli/launcher/build.ts";
import { Children } from "#server/cli/launcher/children.ts";
import { requireNoDemoData } from "#server/cli/launcher/demo-mark.ts";
import { programDatabases } from "#server/cli/launcher/desk-database.ts";
import { receiveSecrets } from "#server/cli/launcher/hand-secrets.ts";
import { launchPostgres } from "#server/cli/launcher/launch-postgres.ts";
import { migrateDatabase } from "#server/cli/launcher/migrate-database.ts";
import { requireFreePort, takeDataFolder } from "#server/cli/launcher/preflight.ts";
import { localOrigin, waitUntilReady, webProgram, workerProgram } from "#server/cli/launcher/programs.ts";
import { loadEnvFile } from "#server/cli/launcher/project.ts";
import { requireNoRoot } from "#server/cli/launcher/refuse-start.ts";
import { runLauncher } from "#server/cli/launcher/run-launcher.ts";
import { say } from "#server/cli/launcher/terminal.ts";
import { type Config, ConfigError, readConfig } from "#server/config.ts";
import { SECRET_NAMES } from "#server/environment/read-secret.ts";
import { makeSetUpLink } from "#server/invitations/make-set-up-link.ts";
import { linkOf } from "#server/invitations/send-link.ts";
import { type Database, openDatabase, openPool } from "#server/store/database.ts";

const READY_LIMIT_MS = 60_000;
const FIRST_ADMIN = "Nobody is a member yet. This link makes the first admin; it is used once, and good for 24 hours:";

await runLauncher(async (launch) => {
	receiveSecrets();
	loadEnvFile();
	const embedded = !process.env.DATABASE_URL && !process.env.DATABASE_URL_FILE;
	const settings = readSettings(embedded);
	requireNoRoot();
	await takeDataFolder(launch, settings.dataDir, "start");
	await requireFreePort(settings.port, "PORT");

	const databaseUrl = embedded ? await launchPostgres(launch, settings.dataDir) : settings.directUrl.reveal();
	launch.requireGoingOn();
	await migrateDatabase(databaseUrl);
	if (!settings.isSandbox) await refuseDemoData(databaseUrl);

	const setUpLink = await newSetUpLink(databaseUrl, settings);

	const env: NodeJS.ProcessEnv = { ...process.env, NODE_ENV: "production", DATA_DIR: settings.dataDir };
	const { web, worker } = await programDatabases(env, { owner: databaseUrl, dataDir: settings.dataDir, embedded });
	for (const name of SECRET_NAMES) delete process.env[name];
	const children = new Children(settings.dataDir);
	launch.onEnd(() => children.stopAll());
	launch.onKill(() => children.killAll());
	children.start(webProgram(web));
	children.start(workerProgram(worker));
	await waitUntilReady(launch, "desk", `${localOrigin(settings.host, settings.port)}/readyz`, READY_LIMIT_MS);
	if (process.argv.includes("--until-ready")) return;
	const answers = `Cauri answers at ${settings.appOrigin.origin} (port ${settings.port}).`;
	say(setUpLink === null ? answers : `${answers}\n\n${FIRST_ADMIN}\n${setUpLink}`);
	await launch.untilEnd();
});

function refuseDemoData(databaseUrl: string): Promise<void> {
	return asksOwner(databaseUrl, requireNoDemoData);
}

/** For the terminal only; null when members exist. */
async function newSetUpLink(databaseUrl: string, settings: Config): Promise<string | null> {
	const token = await asksOwner(databaseUrl, makeSetUpLink);
	return token === null ? null : linkOf(settings, "set-up", token);
}

async function asksOwner<T>(databaseUrl: string, ask: (database: Database) => Promise<T>): Promise<T> {
	const pool = openPool(databaseUrl, { max: 1 });
	try {
		return await ask(openDatabase(pool));
	} finally {
		await pool.end();
	}
}

/** Reports all faults at once, before anything runs. The embedded database has no address yet. */
function readSettings(embedded: boolean): Config {
	const missing = isBuilt() ? [] : ["there is no finished build: run npm run build first"];
	try {
		const settings = readConfig({
			...process.env,
			...(embedded ? { DATABASE_URL: "postgres://localhost/embedded" } : {}),
		});
		if (missing.length > 0) throw new ConfigError(missing);
		return settings;
	} catch (error) {
		throw error instanceof ConfigError ? new ConfigError([...new Set([...missing, ...error.faults])]) : error;
	}
}
