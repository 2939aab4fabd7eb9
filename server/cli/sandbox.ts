/** `npm run sandbox`: the mobile-money service on this machine, for demo, training and tests. */
import { existsSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { givenDatabase } from "#server/cli/launcher/desk-database.ts";
import { receiveSecrets } from "#server/cli/launcher/pass-secrets.ts";
import { ENV_FILE } from "#server/cli/launcher/project.ts";
import { realMoneyFault } from "#server/cli/launcher/refuse-start.ts";
import { readersOf, readSecret, SECRET_NAMES } from "#server/environment/read-secret.ts";
import { createLog } from "#server/log.ts";
import { createSandbox } from "#server/sandbox/app.ts";
import { startEmbeddedPostgres } from "#server/store/embedded/embedded-postgres.ts";

const env = process.env;
const log = createLog(env.LOG_LEVEL || "info", "sandbox");

try {
	await main();
} catch (err) {
	log.fatal({ err, event: "sandbox_not_started" });
	process.stderr.write(`${err instanceof Error ? err.message : String(err)}\n`);
	process.exitCode = 1;
}

async function main(): Promise<void> {
	receiveSecrets();
	const fault = realMoneyFault(env, existsSync(ENV_FILE) ? readFileSync(ENV_FILE, "utf8") : "");
	if (fault) throw new Error(fault);
	const faults: string[] = [];
	const port = readersOf(env, faults).wholeNumber("SANDBOX_PORT", 4010, 0, 65_535);
	const speed = Number(env.SANDBOX_SPEED || 1);
	if (!(speed > 0 && speed <= 100_000)) faults.push("SANDBOX_SPEED must be a number above 0, at most 100000");
	const apiKey = readSecret(env, "MOMO_API_KEY", faults) || "demo-key";
	const apiSecret = readSecret(env, "MOMO_API_SECRET", faults) || "demo-secret";
	if (faults.length > 0) throw new Error(`${faults.join("; ")}.`);
	const database = await findDatabase();
	for (const name of SECRET_NAMES) delete env[name];
	const running = await createSandbox({
		apiKey,
		apiSecret,
		databaseUrl: database.url,
		port,
		log,
		autopilot: env.SANDBOX_AUTOPILOT !== "off",
		speed,
		businessName: env.BUSINESS_NAME || "Cauri",
	}).catch(async (cause: unknown) => {
		// If the sandbox cannot start, for example on a taken port, no PostgreSQL of ours may keep running.
		await database.stop();
		throw cause;
	});
	log.info({ event: "sandbox_started", port: Number(new URL(running.url).port) });
	process.stdout.write(`The sandbox serves ${running.baseUrl} (phone simulator ${running.url}/phone)\n`);
	for (const signal of ["SIGINT", "SIGTERM"] as const)
		process.once(signal, () => {
			log.info({ event: "sandbox_stopping", signal });
			void running.close().finally(() => database.stop().finally(() => process.exit(0)));
		});
}

async function findDatabase(): Promise<{ url: string; stop(): Promise<void> }> {
	const given = givenDatabase(env);
	if (given) return { url: given, stop: async () => undefined };
	const postgres = await startEmbeddedPostgres(join(resolve(env.DATA_DIR || ".data"), "postgres"));
	return {
		url: await postgres.databaseUrl("cauri"),
		stop: async () => (postgres.startedHere ? postgres.stop() : undefined),
	};
}
