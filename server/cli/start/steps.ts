/**
 * Runs one step of a start, `settings` or `database`, in a process of its own, and sends the answer to its launcher. If the launcher
 * ran the step, the step's modules would take 70 MB of the launcher's memory as long as the desk runs.
 */
import { isBuilt } from "#server/cli/launcher/build.ts";
import { requireNoDemoData } from "#server/cli/launcher/demo-mark.ts";
import { migrateDatabase } from "#server/cli/launcher/migrate-database.ts";
import { receiveSecrets } from "#server/cli/launcher/pass-secrets.ts";
import { sentence } from "#server/cli/launcher/run-launcher.ts";
import { complain } from "#server/cli/launcher/terminal.ts";
import type { DatabaseStep, SettingsStep, StepAnswer } from "#server/cli/start/run-step.ts";
import { type Config, ConfigError, readConfig } from "#server/config.ts";
import { unknownVariables } from "#server/environment/known-variables.ts";
import { makeSetUpLink } from "#server/invitations/is-set-up-open.ts";
import { linkOf } from "#server/invitations/send-link.ts";
import { withDatabase } from "#server/store/database.ts";

receiveSecrets();
const answer = await (process.argv[2] === "settings" ? checkSettings() : prepareDatabase()).then(
	(result): StepAnswer => ({ result }),
	(error: Error): StepAnswer => ({ fault: sentence(error) }),
);
process.send?.(answer, () => process.exit());

async function checkSettings(): Promise<SettingsStep> {
	for (const name of unknownVariables(process.env))
		complain(`${name} is not a variable of Cauri, and nothing reads it: compare it with .env.example.`);
	const isEmbedded = !process.env.DATABASE_URL && !process.env.DATABASE_URL_FILE;
	const settings = readSettings(isEmbedded);
	// Otherwise only the first backup would find a wrong key, at night.
	if (process.env.BACKUP_RECIPIENT?.trim()) {
		// Loaded only here, because it costs each start a tenth of a second.
		const { encryptTo, recipientsIn } = await import("#server/backup/backup-cipher.ts");
		await encryptTo(recipientsIn(process.env));
	}
	return {
		databaseUrl: isEmbedded ? null : settings.directUrl.reveal(),
		dataDir: settings.dataDir,
		host: settings.host,
		port: settings.port,
		otherPorts: { METRICS_PORT: settings.metricsPort, WORKER_PORT: settings.workerPort },
		origin: settings.appOrigin.origin,
	};
}

/** Reports all faults at once. A placeholder replaces the address of the embedded database, which has none yet. */
function readSettings(isEmbedded: boolean): Config {
	const missing = isBuilt() ? [] : ["there is no finished build: run npm run build first"];
	try {
		const settings = readConfig({
			...process.env,
			...(isEmbedded ? { DATABASE_URL: "postgres://localhost/embedded" } : {}),
		});
		if (missing.length > 0) throw new ConfigError(missing);
		return settings;
	} catch (error) {
		throw error instanceof ConfigError ? new ConfigError([...new Set([...missing, ...error.faults])]) : error;
	}
}

async function prepareDatabase(): Promise<DatabaseStep> {
	const settings = readConfig(process.env);
	const databaseUrl = settings.directUrl.reveal();
	await migrateDatabase(databaseUrl);
	return withDatabase(databaseUrl, { max: 1 }, async (database) => {
		if (!settings.isSandbox) await requireNoDemoData(database);
		const token = await makeSetUpLink(database);
		return { setUpLink: token === null ? null : linkOf(settings, "set-up", token) };
	});
}
