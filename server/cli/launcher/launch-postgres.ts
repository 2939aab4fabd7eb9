/** The database of a launch: DATABASE_URL's, or an embedded PostgreSQL that is kept up until the launch ends. */
import { dirname, join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { LaunchError } from "#server/cli/launcher/launch-error.ts";
import type { Launch } from "#server/cli/launcher/run-launcher.ts";
import { complain } from "#server/cli/launcher/terminal.ts";
import { findAbandonedClusters } from "#server/store/abandoned-clusters.ts";
import { type EmbeddedPostgres, startEmbeddedPostgres } from "#server/store/embedded-postgres.ts";
import { SUBSTITUTE_ROOT } from "#server/store/postgres-place.ts";
import { identifyProcess, isAlive } from "#server/store/process-identity.ts";

export const DATABASE_NAME = "cauri";
const LOOK_AGAIN_MS = 1_000;
const LONGEST_WAIT_MS = 15_000;

/** The URL of the database, made when it is not there. Register ends of what uses it after this call: they run before. */
export async function launchPostgres(launch: Launch, dataDir: string): Promise<string> {
	const folder = join(dataDir, "postgres");
	const server: { current: EmbeddedPostgres } = { current: await startEmbeddedPostgres(folder) };
	launch.onEnd(() => server.current.stop());
	sayAbandoned();
	const url = await server.current.databaseUrl(DATABASE_NAME);
	void keepUp(launch, folder, server, url);
	return url;
}

/** Under root a removed data folder leaves its cluster behind: it is said, and how to be rid of it. Only a person removes books. */
function sayAbandoned(): void {
	for (const { folder, owner, since } of findAbandonedClusters(SUBSTITUTE_ROOT)) {
		const lastUsed = since.toISOString().slice(0, 10);
		complain(`A database of ${dirname(owner)}, which is gone, is left in ${folder} (last used ${lastUsed}).`);
		complain(`  When nobody needs it any more: rm -r ${folder}`);
	}
}

async function keepUp(
	launch: Launch,
	folder: string,
	server: { current: EmbeddedPostgres },
	url: string,
): Promise<void> {
	try {
		while (!launch.signal.aborted) {
			const identity = identifyProcess(server.current.pid);
			while (identity && isAlive(identity))
				await pause(LOOK_AGAIN_MS, undefined, { signal: launch.signal, ref: false });
			complain("PostgreSQL ended unexpectedly; it is started again.");
			server.current = await startPatiently(launch, folder);
			// The programs know one address; at another one nobody would find it.
			if ((await server.current.databaseUrl(DATABASE_NAME)) !== url)
				throw new LaunchError("PostgreSQL ended, and its port was taken by another program meanwhile. Start again.");
		}
	} catch (error) {
		if (!launch.signal.aborted) launch.fail(error as Error);
	}
}

/** A full disk gets space again, and then the desk must be there without anybody's help. */
async function startPatiently(launch: Launch, folder: string): Promise<EmbeddedPostgres> {
	for (let waitMs = LOOK_AGAIN_MS; ; waitMs = Math.min(waitMs * 2, LONGEST_WAIT_MS)) {
		try {
			return await startEmbeddedPostgres(folder);
		} catch (error) {
			const isFirst = waitMs === LOOK_AGAIN_MS;
			if (isFirst)
				complain(`PostgreSQL does not start again (${(error as Error).message}); it is tried until it does.`);
			await pause(waitMs, undefined, { signal: launch.signal, ref: false });
		}
	}
}
