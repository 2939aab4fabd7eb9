/**
 * The steps of a start that need the configuration or the database, as a program of its own: `settings` or `database`. A launcher
 * that ran them itself would keep 70 MB of the product for as long as the desk runs. Answers on the channel of its launcher.
 */
import { isBuilt } from "#server/cli/launcher/build.ts";
import { requireNoDemoData } from "#server/cli/launcher/demo-mark.ts";
import { receiveSecrets } from "#server/cli/launcher/hand-secrets.ts";
import { migrateDatabase } from "#server/cli/launcher/migrate-database.ts";
import { sentence } from "#server/cli/launcher/run-launcher.ts";
import type { DatabaseStep, SettingsStep, StepAnswer } from "#server/cli/start/run-step.ts";
import { type Config, ConfigError, readConfig } from "#server/config.ts";
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
	const { DATABASE_URL, DATABASE_URL_FILE } = process.env;
	const isEmbedded = !DATABASE_URL && !DATABASE_URL_FILE;
	const settings = readSettings(isEmbedded);
	return {
		databaseUrl: isEmbedded ? null : settings.directUrl.reveal(),
		dataDir: settings.dataDir,
		host: settings.host,
		port: settings.port,
		otherPorts: { METRICS_PORT: settings.metricsPort, WORKER_PORT: settings.workerPort },
		origin: settings.appOrigin.origin,
	};
}

/** Reports all faults at once, before anything runs. The embedded database has no address yet. */
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
