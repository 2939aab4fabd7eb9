/** `npm run worker`: sends, watches and recovers until it is told to stop, then drains. */
import { demandNoDemoData } from "#server/cli/launcher/demo-mark.ts";
import { adoptEmbeddedDatabase } from "#server/cli/launcher/embedded-database.ts";
import { loadEnvFile } from "#server/cli/launcher/env-file.ts";
import { receiveSecrets } from "#server/cli/launcher/hand-secrets.ts";
import { LaunchError } from "#server/cli/launcher/launch-error.ts";
import { leaveRoot } from "#server/cli/launcher/leave-root.ts";
import { takeOwnDatabase } from "#server/cli/launcher/program-databases.ts";
import { ConfigError, config } from "#server/config.ts";
import { type SystemContext, systemClock } from "#server/context.ts";
import { createLog } from "#server/log.ts";
import { createService } from "#server/momo/client.ts";
import { createObserver } from "#server/momo/observer.ts";
import { openDatabase, openPool } from "#server/store/database.ts";
import { keepObservations } from "#server/store/keep-observations.ts";
import { noteKeyFingerprint } from "#server/store/key-fingerprint.ts";
import { demandOwnSchema, SchemaError } from "#server/store/schema-version.ts";
import { keepRelay } from "#server/worker/keep-relay.ts";
import { repeat } from "#server/worker/repeat.ts";
import { runWorker } from "#server/worker/run-worker.ts";

// The longest POST is 120 s; what still hangs after this is left to recovery.
const DRAIN_MS = 125_000;
const POOL_SIZE = 16;
// One connection listens for jobs of sending, the others take them and put them away.
const SENDING_POOL_SIZE = 9;
// A worker that freezes in the middle of a transaction holds what everybody waits for: the database lets go of it.
const FROZEN_MS = 10_000;

async function main(): Promise<void> {
	receiveSecrets();
	loadEnvFile();
	leaveRoot();
	takeOwnDatabase(process.env, "worker");
	await adoptEmbeddedDatabase(process.env, "worker");
	const settings = config();
	if (!settings.momoKeys)
		throw new ConfigError(["MOMO_API_KEY and MOMO_API_SECRET are missing: the worker asks the service"]);
	const log = createLog(settings.logLevel, "worker");
	const pool = openPool(settings.databaseUrl.reveal(), {
		max: POOL_SIZE,
		application_name: "cauri-worker",
		idle_in_transaction_session_timeout: FROZEN_MS,
	});
	const database = openDatabase(pool);
	await demandOwnSchema(database);
	if (!settings.isSandbox) await demandNoDemoData(database);
	const observer = createObserver();
	const service = createService(settings, log, { observer });
	const system: SystemContext = { database, service, clock: systemClock, config: settings, log };
	process.on("unhandledRejection", (error) => log.error({ event: "unhandled_rejection", err: error }));
	await noteKeyFingerprint(database, settings);
	const noting = repeat(log, "service_key", 10_000, () => noteKeyFingerprint(database, settings));
	const keeping = repeat(log, "observations", 10_000, () => keepObservations(system.database, observer.take()));
	const relay = await keepRelay(settings, log);
	// Who has taken a payment's job, and that it is done, need not outlive the server: a payment that is taken twice is sent
	// once, and one whose job stands taken gets another. Jobs are added in the commits that ask for them, on the other connections.
	const sendingPool = openPool(settings.databaseUrl.reveal(), {
		max: SENDING_POOL_SIZE,
		application_name: "cauri-worker",
		options: "-c synchronous_commit=off -c timezone=UTC",
	});
	const starting = runWorker(system, pool, sendingPool);
	let draining = false;
	const drain = async (signal: string) => {
		if (draining) return;
		draining = true;
		log.info({ event: "draining", signal });
		setTimeout(() => process.exit(1), DRAIN_MS).unref();
		// Told to stop while it starts: it sends already, so it is stopped as ever.
		const worker = await starting.catch(() => null);
		await worker?.stop();
		await relay?.close();
		await service.close();
		await Promise.all([keeping.stop(), noting.stop()]);
		await Promise.all([pool.end(), sendingPool.end()]);
		process.exit(0);
	};
	for (const signal of ["SIGTERM", "SIGINT"] as const) process.on(signal, () => void drain(signal));
	await starting;
}

try {
	await main();
} catch (error) {
	if ([ConfigError, SchemaError, LaunchError].some((kind) => error instanceof kind))
		process.stderr.write(`${(error as Error).message}\n`);
	else process.stderr.write(`The worker cannot start: ${error instanceof Error ? error.message : "unknown"}\n`);
	process.exit(1);
}
