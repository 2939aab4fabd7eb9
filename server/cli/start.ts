/**
 * `npm start`: production from a finished build. Checks the environment, migrates the database, keeps web and worker running.
 * `--until-ready` ends as soon as the desk is ready: `cauri update` tries a new version with it.
 */
import { Children } from "#server/cli/launcher/children.ts";
import { withDatabaseAccounts } from "#server/cli/launcher/database-accounts.ts";
import { launchPostgres } from "#server/cli/launcher/launch-postgres.ts";
import { receiveSecrets } from "#server/cli/launcher/pass-secrets.ts";
import { requireFreePort, takeDataFolder } from "#server/cli/launcher/preflight.ts";
import { localOrigin, waitUntilReady, webProgram, workerProgram } from "#server/cli/launcher/programs.ts";
import { loadEnvFile } from "#server/cli/launcher/project.ts";
import { requireNoRoot } from "#server/cli/launcher/refuse-start.ts";
import { runLauncher } from "#server/cli/launcher/run-launcher.ts";
import { say } from "#server/cli/launcher/terminal.ts";
import { runDatabaseStep, runSettingsStep } from "#server/cli/start/run-step.ts";
import { SECRET_NAMES } from "#server/environment/read-secret.ts";

const READY_LIMIT_MS = 120_000;
const FIRST_ADMIN = "There are no members yet. This link creates the first admin. It works once, within 24 hours:";

await runLauncher(async (launch) => {
	receiveSecrets();
	loadEnvFile();
	const { databaseUrl: given, dataDir, host, port, otherPorts, origin } = await runSettingsStep(launch);
	requireNoRoot();
	await takeDataFolder(launch, dataDir, "start");
	for (const [variable, each] of Object.entries({ PORT: port, ...otherPorts }))
		if (each !== null) await requireFreePort(each, variable, host);

	const embedded = given === null ? await launchPostgres(launch, dataDir) : null;
	launch.signal.throwIfAborted();
	const { setUpLink } = await runDatabaseStep(launch, embedded?.url ?? null);

	const env: NodeJS.ProcessEnv = { ...process.env, NODE_ENV: "production", DATA_DIR: dataDir };
	const { web, worker } = await withDatabaseAccounts(env, { owner: embedded?.url ?? given ?? "", embedded });
	for (const name of SECRET_NAMES) delete process.env[name];
	const children = new Children(dataDir);
	launch.onEnd(() => children.stopAll());
	children.start(webProgram(web));
	children.start(workerProgram(worker));
	const isTrial = process.argv.includes("--until-ready");
	// A trial waits for the first worker that it started: a heartbeat in the database may be of the one before.
	const tried = children.get("worker");
	const isReady = () => !isTrial || (tried?.isReady === true && children.get("worker") === tried);
	await waitUntilReady(launch, "desk", `${localOrigin(host, port)}/readyz`, READY_LIMIT_MS, isReady);
	if (isTrial) return;
	const answers = `Cauri answers at ${origin} (port ${port}).`;
	say(setUpLink === null ? answers : `${answers}\n\n${FIRST_ADMIN}\n${setUpLink}`);
	await launch.untilEnd();
});
