/** `npm run sandbox`: the mobile-money service on this machine, for demo, training and tests. */
import { existsSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { givenDatabase } from "#server/cli/launcher/desk-database.ts";
import { receiveSecrets } from "#server/cli/launcher/hand-secrets.ts";
import { PROJECT } from "#server/cli/launcher/project.ts";
import { realMoneyFault } from "#server/cli/launcher/refuse-start.ts";
import { createLog } from "#server/log.ts";
import { createSandbox } from "#server/sandbox/app.ts";
import { startEmbeddedPostgres } from "#server/store/embedded/embedded-postgres.ts";

const env = process.env;
const log = createLog(env.LOG_LEVEL ?? "info", "sandbox");

try {
	await main();
} catch (err) {
	log.fatal({ err, event: "sandbox_not_started" });
	process.stderr.write(`${err instanceof Error ? err.message : String(err)}\n`);
	process.exitCode = 1;
}

async function main(): Promise<void> {
	receiveSecrets();
	const envFile = join(PROJECT, ".env");
	const fault = realMoneyFault(env, existsSync(envFile) ? readFileSync(envFile, "utf8") : "");
	if (fault) throw new Error(fault);
	const port = readPort();
	const speed = readSpeed();
	const database = await findDatabase();
	const keys = { apiKey: secret("MOMO_API_KEY", "demo-key"), apiSecret: secret("MOMO_API_SECRET", "demo-secret") };
	const running = await createSandbox({
		...keys,
		databaseUrl: database.url,
		port,
		log,
		autopilot: env.SANDBOX_AUTOPILOT !== "off",
		speed,
		businessName: env.BUSINESS_NAME || "Cauri",
	}).catch(async (cause: unknown) => {
		// A port already in use must not leave a PostgreSQL running.
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

function readPort(): number {
	const port = Number(env.SANDBOX_PORT || 4010);
	if (!Number.isInteger(port) || port < 0 || port > 65_535)
		throw new Error("SANDBOX_PORT must be a whole number from 0 to 65535.");
	return port;
}

function readSpeed(): number {
	const speed = Number(env.SANDBOX_SPEED || 1);
	if (!(speed > 0 && speed <= 100_000)) throw new Error("SANDBOX_SPEED must be a number above 0.");
	return speed;
}

function secret(name: string, fallback: string): string {
	const file = env[`${name}_FILE`];
	const value = file ? readFileSync(file, "utf8").trim() : env[name];
	delete env[name];
	return value || fallback;
}

/** Finds DATABASE_URL, else the PostgreSQL of DATA_DIR; `stop` ends it only if it was started here. */
async function findDatabase(): Promise<{ url: string; stop(): Promise<void> }> {
	const given = givenDatabase(env);
	delete env.DATABASE_URL;
	if (given) return { url: given, stop: async () => undefined };
	const postgres = await startEmbeddedPostgres(join(resolve(env.DATA_DIR || ".data"), "postgres"));
	return {
		url: await postgres.databaseUrl("cauri"),
		stop: async () => (postgres.startedHere ? postgres.stop() : undefined),
	};
}
