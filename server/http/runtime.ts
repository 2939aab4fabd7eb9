/** The ports of this web process: opened at the first request, shared by every bundle that Next makes of us. */
import "server-only";
import { config } from "#server/config.ts";
import { type SystemContext, systemClock } from "#server/context.ts";
import { keepGauges, watchPool } from "#server/http/metrics.ts";
import { createLog } from "#server/log.ts";
import { createService } from "#server/momo/client.ts";
import { createObserver } from "#server/momo/observer.ts";
import { openDatabase, openPool } from "#server/store/database.ts";
import { keepObservations } from "#server/store/keep-observations.ts";

/** What the service did is shown to admins, who do not wait for it. */
const KEEP_MS = 10_000;
/** As often as a scraper asks, however many there are. */
const GAUGES_MS = 15_000;

// People wait: five seconds for a connection and these make the longest that a page hangs, some twenty seconds. What a frozen
// worker holds is let go after ten; what the web asks is answered in far less than a second, or in slices.
const WEB_POOL = { application_name: "cauri-web", statement_timeout: 12_000, silentMs: 15_000 };

// Next may load this module more than once; a second pool would halve what the first one guards.
const PLACE = Symbol.for("cauri.system");
const house = globalThis as typeof globalThis & { [PLACE]?: SystemContext };

/** Throws ConfigError when the environment is not complete. */
export function systemContext(): SystemContext {
	house[PLACE] ??= open();
	return house[PLACE];
}

function open(): SystemContext {
	const settings = config();
	const log = createLog(settings.logLevel, "web");
	const observer = createObserver();
	const pool = openPool(settings.databaseUrl.reveal(), WEB_POOL);
	watchPool(pool);
	const database = openDatabase(pool);
	const keep = () => keepObservations(database, observer.take());
	setInterval(() => void keep().catch((err) => log.warn({ event: "observations_lost", err })), KEEP_MS).unref();
	const gauges = () => void keepGauges({ database, config: settings, clock: systemClock });
	gauges();
	setInterval(gauges, GAUGES_MS).unref();
	return {
		config: settings,
		log,
		clock: systemClock,
		database,
		service: createService(settings, log, { observer }),
	};
}
