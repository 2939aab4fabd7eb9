/** `npm run worker`: sends, watches and recovers until it is stopped, then drains. */
import { constants, setPriority } from "node:os";
import { requireNoDemoData } from "#server/cli/launcher/demo-mark.ts";
import { takeOwnDatabase } from "#server/cli/launcher/desk-database.ts";
import { limitHeapGrowth } from "#server/cli/launcher/limit-heap-growth.ts";
import { receiveSecrets } from "#server/cli/launcher/pass-secrets.ts";
import { loadEnvFile } from "#server/cli/launcher/project.ts";
import { requireNoRoot } from "#server/cli/launcher/refuse-start.ts";
import { sentence } from "#server/cli/launcher/run-launcher.ts";
import { complain } from "#server/cli/launcher/terminal.ts";
import { type Config, readConfig } from "#server/config.ts";
import { type SystemContext, systemClock } from "#server/context.ts";
import { adoptEnvironment } from "#server/continuity/environment-in-use.ts";
import { createLog, type Log } from "#server/log.ts";
import { createService } from "#server/momo/client.ts";
import { createObserver, type Observer } from "#server/momo/observer.ts";
import { openDatabase, openPool } from "#server/store/database.ts";
import { keepObservations } from "#server/store/keep-observations.ts";
import { PROGRAM_BEAT_MS, programHeartbeat } from "#server/store/programs/program-heartbeats.ts";
import { requireOwnSchema, requireSettled } from "#server/store/schema-version.ts";
import { noteKeyFingerprint } from "#server/store/settings.ts";
import { startTracing } from "#server/tracing/start-tracing.ts";
import { keepBalance } from "#server/wallets/keep-balance.ts";
import { answerQuestions } from "#server/worker/answer-questions.ts";
import { type PeriodicRun, runPeriodically } from "#server/worker/run-periodically.ts";
import { type RunningWorker, runWorker } from "#server/worker/run-worker.ts";
import { serveHealth } from "#server/worker/serve-health.ts";

// A POST takes 120 s at most. An attempt that still hangs after this limit is recovered by another worker or the next start.
const DRAIN_MS = 125_000;
// The database ends the connection of a worker that freezes inside a transaction, because its locks block others.
const FROZEN_MS = 10_000;

async function main(): Promise<void> {
	// Runs at a lower priority than the web program on the same machine, because people wait for pages.
	try {
		setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
	} catch {
		// A systemd unit, or a start with a still lower priority, refuses this change. The work does not depend on it.
	}
	limitHeapGrowth();
	receiveSecrets();
	loadEnvFile();
	requireNoRoot();
	takeOwnDatabase(process.env, "worker");
	const settings = readConfig(process.env, { forget: true });
	const log = createLog(settings.logLevel, "worker");
	const tracing = await startTracing({ config: settings, log, program: "worker" });
	// The queue uses LISTEN, and a sync holds a session lock, so a worker never goes through a pooler.
	const databaseUrl = settings.directUrl.reveal();
	const pool = openPool(databaseUrl, {
		max: settings.pools.work,
		application_name: "cauri-worker",
		idle_in_transaction_session_timeout: FROZEN_MS,
	});
	const database = openDatabase(pool);
	const newerSchema = await requireOwnSchema(database);
	if (newerSchema !== null) complain(newerSchema);
	await requireSettled(database);
	if (!settings.isSandbox) await requireNoDemoData(database);
	const observer = createObserver();
	const service = createService(settings, log, { observer });
	const system: SystemContext = { database, service, clock: systemClock, config: settings, log };
	process.on("unhandledRejection", (error) => log.error({ event: "unhandled_rejection", err: error }));
	await checkKeys(system);
	const noting = runPeriodically(log, "service_key", 10_000, () => checkKeys(system));
	const beat = programHeartbeat(database, "worker", settings);
	await beat();
	const beating = runPeriodically(log, "program_heartbeat", PROGRAM_BEAT_MS, beat);
	const saving = runPeriodically(log, "observations", 10_000, () => keepObservations(database, observer.take()));
	const questions = startAnswering(settings, log, observer);
	// This pool only takes and completes sending jobs, with asynchronous commits; `pool` writes payments. A crash may run a job twice,
	// but a payment is sent only once, and a payment whose job stays taken gets another.
	const sendingPool = openPool(databaseUrl, {
		// One connection listens for sending jobs; the others fetch and complete them.
		max: settings.pools.sendQueue,
		application_name: "cauri-worker",
		options: "-c synchronous_commit=off -c timezone=UTC",
	});
	let running: RunningWorker | null = null;
	const lastHeartbeat = () => running?.lastHeartbeat() ?? null;
	const { host, workerPort: port } = settings;
	const health = port === null ? [] : await serveHealth({ system, host, port, lastHeartbeat });
	const starting = runWorker(system, pool, sendingPool);
	let draining = false;
	const drain = async (signal: string) => {
		if (draining) return;
		draining = true;
		log.info({ event: "draining", signal });
		setTimeout(() => process.exit(1), DRAIN_MS).unref();
		// The next worker of this machine takes the port, also while this one still waits for an answer.
		for (const server of health) server.close();
		// A worker that is stopped while it starts may already send, so it stops as usual.
		const worker = await starting.catch(() => null);
		await worker?.stop();
		await questions.stop();
		await service.close();
		await Promise.all([saving.stop(), noting.stop(), beating.stop(), tracing.stop()]);
		await Promise.all([pool.end(), sendingPool.end()]);
		process.exit(0);
	};
	const failed = (err: unknown) => {
		log.error({ event: "not_drained", err });
		process.exit(1);
	};
	for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"] as const)
		process.on(signal, () => void drain(signal).catch(failed));
	running = await starting;
	// A launcher that has ended meanwhile needs no message.
	process.send?.("ready", () => undefined);
}

/** Reads the balances at once after new keys. The keys may belong to another account; the wallets' references show that. */
async function checkKeys(system: SystemContext): Promise<void> {
	const { database, config } = system;
	if (!(await noteKeyFingerprint(database, config))) return;
	await adoptEnvironment(system);
	await Promise.all(config.walletCurrencies.map((currency) => keepBalance(system, { currency })));
}

/** Uses a separate client and connections, so that people's questions never delay a payment, or the balance reading before it. */
function startAnswering(settings: Config, log: Log, observer: Observer): PeriodicRun {
	const databaseUrl = settings.directUrl.reveal();
	const pool = openPool(databaseUrl, { max: settings.pools.questions, application_name: "cauri-questions" });
	const service = createService(settings, log, { observer });
	const { address } = settings;
	const answering = answerQuestions({ database: openDatabase(pool), databaseUrl, environment: address, service, log });
	return {
		async stop() {
			await answering.stop();
			await service.close();
			await pool.end();
		},
	};
}

try {
	await main();
} catch (error) {
	complain(sentence(error as Error));
	process.exit(1);
}
