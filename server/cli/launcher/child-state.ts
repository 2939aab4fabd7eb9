/** The processes a launcher has started, kept in its data folder: what a `kill -9` leaves behind is ended by the next start. */
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { endProcess, isAlive, type ProcessIdentity } from "#server/store/process-identity.ts";

export interface KnownChild extends ProcessIdentity {
	name: string;
}

const stateSchema = z.array(z.object({ name: z.string(), pid: z.number().int(), startedAt: z.string() }));
// The worker's longest call to the service is cut at 120 s; a left-behind one gets less: its payment becomes `unknown` either way.
const GRACE_MS = 15_000;

export function keepChildren(dataDir: string, children: readonly KnownChild[]): void {
	const file = stateFile(dataDir);
	if (children.length === 0) {
		rmSync(file, { force: true });
		return;
	}
	writeFileSync(`${file}.new`, JSON.stringify(children), { mode: 0o600 });
	renameSync(`${file}.new`, file);
}

/** Ends what is left of an earlier launcher; names it. A process that only has the same number is left alone. */
export async function endLeftChildren(dataDir: string): Promise<string[]> {
	const living = readChildren(dataDir).filter(isAlive);
	await Promise.all(living.map((child) => endProcess(child, GRACE_MS)));
	keepChildren(dataDir, []);
	return living.map((child) => child.name);
}

function readChildren(dataDir: string): KnownChild[] {
	if (!existsSync(stateFile(dataDir))) return [];
	try {
		return stateSchema.parse(JSON.parse(readFileSync(stateFile(dataDir), "utf8")));
	} catch {
		return [];
	}
}

function stateFile(dataDir: string): string {
	return join(dataDir, "launcher-children.json");
}
