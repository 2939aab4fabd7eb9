/** Takes a data folder for this launcher: may be written, has room, nobody else works there, nothing of an earlier one is left. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { endLeftChildren } from "#server/cli/launcher/child-state.ts";
import { LaunchError } from "#server/cli/launcher/launch-error.ts";
import { demandRoom, demandWritable, ROOM_NEEDED_MB } from "#server/cli/launcher/preflight.ts";
import type { Launch } from "#server/cli/launcher/run-launcher.ts";
import { say } from "#server/cli/launcher/terminal.ts";
import { takeFolderLock } from "#server/store/folder-lock.ts";

export async function takeDataFolder(launch: Launch, dataDir: string, program: string): Promise<void> {
	demandWritable(dataDir, "DATA_DIR");
	// Either is there after the first start, also where the database is another machine's.
	const isNew = !["postgres", "head"].some((name) => existsSync(join(dataDir, name)));
	demandRoom(dataDir, "DATA_DIR", isNew ? ROOM_NEEDED_MB.new : ROOM_NEEDED_MB.existing);
	const taken = await takeFolderLock(dataDir, "launcher", program);
	if ("holder" in taken)
		throw new LaunchError(
			`Cauri already runs on ${dataDir} (npm run ${taken.holder.program}, process ${taken.holder.pid}). Stop it first, or set DATA_DIR to another folder.`,
		);
	launch.onEnd(() => taken.lock.release());
	const ended = await endLeftChildren(dataDir);
	if (ended.length > 0) say(`An earlier start was killed; what it left running was ended: ${ended.join(", ")}.`);
}
