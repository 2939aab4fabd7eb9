/** The ports of this web process: opened at the first request, shared by every bundle that Next makes of us. */
import "server-only";
import { config } from "#server/config.ts";
import { type SystemContext, systemClock } from "#server/context.ts";
import { createLog } from "#server/log.ts";
import { createService } from "#server/momo/client.ts";
import { openDatabase, openPool } from "#server/store/database.ts";

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
	return {
		config: settings,
		log,
		clock: systemClock,
		database: openDatabase(openPool(settings.databaseUrl.reveal(), { application_name: "cauri-web" })),
		service: createService(settings, log),
	};
}
