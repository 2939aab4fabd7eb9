/** The context of this web process: opened at the first request, and shared by all bundles that Next builds. */
import "server-only";
import { config } from "#server/config.ts";
import { type SystemContext, systemClock } from "#server/context.ts";
import { adoptEnvironment } from "#server/continuity/environment-in-use.ts";
import { askWorker } from "#server/http/ask-worker.ts";
import { watchProcess } from "#server/http/metrics.ts";
import { createLog } from "#server/log.ts";
import { processSingleton } from "#server/process-singleton.ts";
import { openDatabase, openPool } from "#server/store/database.ts";
import { PROGRAM_BEAT_MS, programHeartbeat } from "#server/store/programs/program-heartbeats.ts";

// The statement timeout exceeds the ten seconds after which a frozen worker's locks are released. With five seconds to get a connection,
// even the slowest page fails after about twenty.
const WEB_POOL = { application_name: "cauri-web", statement_timeout: 12_000, silentMs: 15_000 };

const ADOPTION_MS = 2_000;

/** Throws ConfigError when the environment is incomplete. */
export function systemContext(): SystemContext {
	return processSingleton("system", open);
}

/** Returns `systemContext` with the environment in use for the service's address, which it reads at most every two seconds. */
export async function currentSystem(): Promise<SystemContext> {
	const system = systemContext();
	const now = performance.now();
	const adoption = processSingleton("adoption", () => ({ at: -ADOPTION_MS, done: Promise.resolve() }));
	if (now - adoption.at >= ADOPTION_MS)
		// Ignores a missing database: every page reports it.
		Object.assign(adoption, { at: now, done: adoptEnvironment(system).catch(() => undefined) });
	await adoption.done;
	return system;
}

function open(): SystemContext {
	const settings = config();
	const log = createLog(settings.logLevel, "web");
	const pool = openPool(settings.databaseUrl.reveal(), {
		...WEB_POOL,
		max: settings.pools.web,
		isPooled: settings.isPooled,
	});
	const database = openDatabase(pool);
	// Without a token or a port nobody can read metrics, so none are collected.
	if (settings.metricsToken || settings.metricsPort !== null) watchProcess(pool);
	const beat = programHeartbeat(database, "web", settings);
	// Ignores a missing database: every page reports it.
	const tryBeat = () => void beat().catch(() => undefined);
	tryBeat();
	setInterval(tryBeat, PROGRAM_BEAT_MS).unref();
	return {
		config: settings,
		log,
		clock: systemClock,
		database,
		service: askWorker({ database, databaseUrl: settings.directUrl.reveal(), environment: settings.address, log }),
	};
}
