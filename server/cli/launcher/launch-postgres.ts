import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import type { Launch } from "#server/cli/launcher/run-launcher.ts";
import { complain } from "#server/cli/launcher/terminal.ts";
import { UserFacingError } from "#server/errors.ts";
import { startEmbeddedPostgres } from "#server/store/embedded/embedded-postgres.ts";
import { identifyProcess, isAlive } from "#server/store/embedded/process-identity.ts";
import type { DeskProgram } from "#server/store/table-rights.ts";

export const DATABASE_NAME = "cauri";
const RETRY_MS = 1_000;
const LONGEST_WAIT_MS = 15_000;

export interface LaunchedDatabase {
	/** With the owner's account. */
	url: string;
	/** With the program's account, which migrations create. */
	programUrl(program: DeskProgram): Promise<string>;
}

interface Running {
	pid: number;
	url: string;
}

/**
 * Runs the embedded PostgreSQL until the launch ends. Call `onEnd` for the programs that use it
 * after this: what is registered last runs first, so they end before PostgreSQL.
 */
export async function launchPostgres(launch: Launch, dataDir: string): Promise<LaunchedDatabase> {
	const folder = join(dataDir, "postgres");
	const { pid, stop, databaseUrl, programUrl } = await startEmbeddedPostgres(folder, { onReplay: sayReplay });
	let restarted: Promise<Running> | undefined;
	launch.onEnd(async () => {
		// Waits for a restart under way, because the restarted server would outlive the launch.
		await restarted?.catch(() => undefined);
		await stop();
	});
	const url = await databaseUrl(DATABASE_NAME);
	const keepUp = async () => {
		for (let running: Running = { pid, url }; ; running = await restarted) {
			// The running programs keep the first address and would not find a server on another port.
			if (running.url !== url)
				throw new UserFacingError("PostgreSQL stopped, and another program took its port. Start again.");
			const identity = identifyProcess(running.pid);
			while (identity && isAlive(identity)) await pause(RETRY_MS, undefined, { signal: launch.signal, ref: false });
			complain("PostgreSQL ended unexpectedly; it is restarted.");
			restarted = startPatiently(launch, folder);
		}
	};
	// At the end of the launch this fails, too, which changes nothing.
	keepUp().catch(launch.fail);
	return { url, programUrl: (program) => programUrl(DATABASE_NAME, program) };
}

/** Tries until PostgreSQL starts: the desk must start without help once a full disk has space again. */
async function startPatiently(launch: Launch, folder: string): Promise<Running> {
	for (let waitMs = RETRY_MS; ; waitMs = Math.min(waitMs * 2, LONGEST_WAIT_MS)) {
		try {
			const { pid, databaseUrl } = await startEmbeddedPostgres(folder, { onReplay: sayReplay });
			return { pid, url: await databaseUrl(DATABASE_NAME) };
		} catch (error) {
			const isFirst = waitMs === RETRY_MS;
			if (isFirst) complain(`PostgreSQL does not start again (${(error as Error).message}); Cauri keeps trying.`);
			await pause(waitMs, undefined, { signal: launch.signal, ref: false });
		}
	}
}

function sayReplay(): void {
	complain("PostgreSQL still replays its log after a crash; the start goes on once it answers.");
}
