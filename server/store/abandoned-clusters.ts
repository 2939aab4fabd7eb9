/** Clusters outside of their data folder (see postgres-place.ts) whose folder was removed: nobody would find them again. */
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";

export interface AbandonedCluster {
	folder: string;
	/** The folder that it was made for. */
	owner: string;
	since: Date;
}

const OWNER_FILE = "owner";
const NAME = /^[0-9a-f]{16}$/;

/** Beside the cluster it is written for whom it stands there. */
export function noteOwner(substitute: string, owner: string): void {
	const file = join(substitute, OWNER_FILE);
	if (!existsSync(file)) writeFileSync(file, `${owner}\n`, { mode: 0o644 });
}

/**
 * Those under `root` whose owner is gone, or points elsewhere by now. Of what an earlier version made nobody knows the owner:
 * it is left alone, as is what cannot be read. Never throws.
 */
export function findAbandonedClusters(root: string): AbandonedCluster[] {
	return listed(root).flatMap((name) => {
		const folder = join(root, name);
		try {
			if (!NAME.test(name) || !existsSync(join(folder, "data"))) return [];
			const owner = ownerOf(folder);
			if (owner === null || pointsTo(owner, folder)) return [];
			return [{ folder, owner, since: statSync(join(folder, "data")).mtime }];
		} catch {
			return [];
		}
	});
}

function listed(root: string): string[] {
	try {
		return readdirSync(root).sort();
	} catch {
		return [];
	}
}

function ownerOf(folder: string): string | null {
	const file = join(folder, OWNER_FILE);
	return existsSync(file) ? readFileSync(file, "utf8").trim() : null;
}

function pointsTo(owner: string, folder: string): boolean {
	const pointer = join(owner, "location");
	return existsSync(pointer) && readFileSync(pointer, "utf8").trim() === folder;
}
