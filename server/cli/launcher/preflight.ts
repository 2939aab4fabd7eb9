import { accessSync, constants, existsSync, statfsSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import type { Launch } from "#server/cli/launcher/run-launcher.ts";
import { portFault } from "#server/environment/open-port.ts";
import { UserFacingError } from "#server/errors.ts";
import { makeFolder } from "#server/store/durable-file.ts";
import { takeFolderLock } from "#server/store/embedded/folder-lock.ts";

/**
 * Free MB that a start requires. For a new data folder: 120 for the cluster with its log, 150 for a build, 20 for the demo's data, the
 * rest in reserve. For an existing one only what PostgreSQL needs: a desk that does not start can neither pay nor watch.
 */
const ROOM_NEEDED_MB = { new: 500, existing: 20 };
// Every address where another server may listen.
const ADDRESSES = ["0.0.0.0", "::", "127.0.0.1", "::1"];
// After a launcher was killed, its web program ends by itself and frees its port within this time.
const PORT_WAIT_MS = 5_000;
const POLL_MS = 100;

export async function requireFreePort(port: number, variable: string, host = "127.0.0.1"): Promise<void> {
	const deadline = Date.now() + PORT_WAIT_MS;
	for (const address of [...ADDRESSES, host]) {
		let fault = await portFault(port, address);
		while (fault === "EADDRINUSE" && Date.now() < deadline) {
			await pause(POLL_MS);
			fault = await portFault(port, address);
		}
		if (fault === "EADDRINUSE")
			throw new UserFacingError(
				`Port ${port} is taken by another program. Choose another one, for example ${variable}=${port + 1}, and start again.`,
			);
		if (fault === "EACCES")
			throw new UserFacingError(`This account may not open port ${port}. Set ${variable} to a port above 1023.`);
		if (address === host && ["EADDRNOTAVAIL", "ENOTFOUND"].includes(fault ?? ""))
			throw new UserFacingError(`This machine does not have the address ${host}. Set HOST to one of its own.`);
	}
}

export function requireWritable(folder: string, variable: string): void {
	try {
		makeFolder(folder);
		accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK);
	} catch (cause) {
		throw new UserFacingError(`${folder} cannot be written by this account. Set ${variable} to a folder that can.`, {
			cause,
		});
	}
}

export function requireRoom(folder: string, variable: string, neededMb = ROOM_NEEDED_MB.new): void {
	const { bavail, bsize } = statfsSync(folder);
	const freeMb = Math.floor((bavail * bsize) / 1_000_000);
	if (freeMb < neededMb)
		throw new UserFacingError(
			`The disk of ${folder} has ${freeMb} MB left; Cauri needs ${neededMb} MB. Free some space, or set ${variable} to a folder on another disk.`,
		);
}

/** Locks the folder until the launch ends. Throws a UserFacingError when it is not writable, too full or already locked. */
export async function takeDataFolder(launch: Launch, dataDir: string, program: string): Promise<void> {
	requireWritable(dataDir, "DATA_DIR");
	// After the first start `postgres` exists, or, when the database is on another machine, `head`.
	const isNew = !["postgres", "head"].some((name) => existsSync(join(dataDir, name)));
	requireRoom(dataDir, "DATA_DIR", isNew ? ROOM_NEEDED_MB.new : ROOM_NEEDED_MB.existing);
	const taken = await takeFolderLock(dataDir, "launcher", program);
	if ("holder" in taken)
		throw new UserFacingError(
			`Cauri already runs on ${dataDir} (npm run ${taken.holder.program}, process ${taken.holder.pid}). Stop it first, or set DATA_DIR to another folder.`,
		);
	launch.onEnd(() => taken.lock.release());
}
