import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import type { Launch } from "#server/cli/launcher/run-launcher.ts";
import { complain } from "#server/cli/launcher/terminal.ts";
import { UserFacingError } from "#server/errors.ts";
import { type EmbeddedPostgres, startEmbeddedPostgres } from "#server/store/embedded/embedded-postgres.ts";
import { identifyProcess, isAlive } from "#server/store/embedded/process-identity.ts";

export const DATABASE_NAME = "cauri";
const RETRY_MS = 1_000;
const LONGEST_WAIT_MS = 15_000;

interface Started {
	current: EmbeddedPostgres;
	address: string;
}

interface Server {
	current: EmbeddedPostgres;
	restart?: Promise<Started>;
}

/**
 * Runs the embedded PostgreSQL until the launch ends, and returns the URL of its database. Call `onEnd` for the programs that use it
 * after this: what is registered last runs first, so they end before PostgreSQL.
 */
export async function launchPostgres(launch: Launch, dataDir: string): Promise<string> {
	const folder = join(dataDir, "postgres");
	const server: Server = { current: await startEmbeddedPostgres(folder) };
	launch.onEnd(async () => {
		// Waits for a restart under way, because the restarted server would outlive the launch.
		await server.restart?.catch(() => undefined);
		await server.current.stop();
	});
	const url = await server.current.databaseUrl(DATABASE_NAME);
	void keepUp(launch, folder, server, url);
	return url;
}

async function keepUp(launch: Launch, folder: string, server: Server, url: string): Promise<void> {
	try {
		while (!launch.signal.aborted) {
			const identity = identifyProcess(server.current.pid);
			while (identity && isAlive(identity)) await pause(RETRY_MS, undefined, { signal: launch.signal, ref: false });
			complain("PostgreSQL ended unexpectedly; it is restarted.");
			server.restart = startPatiently(launch, folder);
			const { address, current } = await server.restart;
			server.current = current;
			// The running programs keep the first address and would not find a server on another port.
			if (address !== url)
				throw new UserFacingError("PostgreSQL stopped, and another program took its port. Start again.");
		}
	} catch (error) {
		if (!launch.signal.aborted) launch.fail(error as Error);
	}
}

/** Tries until PostgreSQL starts: the desk must start without help once a full disk has space again. */
async function startPatiently(launch: Launch, folder: string): Promise<Started> {
	for (let waitMs = RETRY_MS; ; waitMs = Math.min(waitMs * 2, LONGEST_WAIT_MS)) {
		try {
			const current = await startEmbeddedPostgres(folder);
			return { current, address: await current.databaseUrl(DATABASE_NAME) };
		} catch (error) {
			const isFirst = waitMs === RETRY_MS;
			if (isFirst) complain(`PostgreSQL does not start again (${(error as Error).message}); Cauri keeps trying.`);
			await pause(waitMs, undefined, { signal: launch.signal, ref: false });
		}
	}
}
