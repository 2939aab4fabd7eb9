/** What must hold before anything is started: ports free, a disk with room, a folder that may be written. */
import { accessSync, constants, mkdirSync, statfsSync } from "node:fs";
import { createServer } from "node:net";
import { LaunchError } from "#server/cli/launcher/launch-error.ts";

/**
 * What must be free, in MB. New: the cluster with its log takes 120, a build 150, the demo's data 20; the rest is for growing.
 * Existing: PostgreSQL starts with less, and a desk that is refused its start pays nobody and watches nothing.
 */
export const ROOM_NEEDED_MB = { new: 500, existing: 20 };
// Every address a server of ours, or of somebody else, may sit on.
const ADDRESSES = ["0.0.0.0", "::", "127.0.0.1", "::1"];

/** `variable` is the one that names another port. */
export async function demandFreePort(port: number, variable: string): Promise<void> {
	for (const address of ADDRESSES) {
		const fault = await tryListening(port, address);
		if (fault === "EADDRINUSE")
			throw new LaunchError(
				`Port ${port} is taken by another program. Choose another one, for example ${variable}=${port + 1}, and start again.`,
			);
		if (fault === "EACCES")
			throw new LaunchError(`Port ${port} may not be opened by this account. Set ${variable} to one above 1023.`);
	}
}

function tryListening(port: number, address: string): Promise<string | null> {
	return new Promise((resolve) => {
		const server = createServer();
		server.once("error", (error: NodeJS.ErrnoException) => resolve(error.code ?? "unknown"));
		server.listen({ port, host: address, ipv6Only: address.includes(":") }, () => server.close(() => resolve(null)));
	});
}

export function demandWritable(folder: string, variable: string): void {
	try {
		mkdirSync(folder, { recursive: true });
		accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK);
	} catch (cause) {
		throw new LaunchError(`${folder} cannot be written by this account. Set ${variable} to a folder that can.`, {
			cause,
		});
	}
}

export function demandRoom(folder: string, variable: string, neededMb = ROOM_NEEDED_MB.new): void {
	const { bavail, bsize } = statfsSync(folder);
	const freeMb = Math.floor((bavail * bsize) / 1_000_000);
	if (freeMb < neededMb)
		throw new LaunchError(
			`The disk of ${folder} has ${freeMb} MB left; Cauri needs ${neededMb} MB. Make room, or set ${variable} to a folder on another disk.`,
		);
}
