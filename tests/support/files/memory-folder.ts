/** Where files of a test run are best kept: in memory, where making one costs a tenth. A database is six hundred of them. */
import { accessSync, constants, readFileSync, statfsSync } from "node:fs";
import { freemem } from "node:os";

const MEMORY = "/dev/shm";
/** What a whole run fills at the most, three times over. */
const ROOM = 6 * 1_024 ** 3;

/** Null where the machine has no such place, or too little memory for it, or lets no program run there. */
export function memoryFolder(): string | null {
	try {
		accessSync(MEMORY, constants.W_OK);
		const { bsize, bavail } = statfsSync(MEMORY);
		if (Math.min(bsize * bavail, freemem()) < ROOM) return null;
		const mount = readFileSync("/proc/mounts", "utf8")
			.split("\n")
			.map((line) => line.split(" "))
			.findLast(([, place]) => place === MEMORY);
		return mount?.[3]?.split(",").includes("noexec") ? null : MEMORY;
	} catch {
		return null;
	}
}
