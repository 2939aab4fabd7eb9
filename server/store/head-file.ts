/**
 * The newest entry of the record that this machine knows, kept beside the database and not in it: a restored backup does not
 * have it. Each program has a file of its own under `${dataDir}/head`, so that none takes another's back; the furthest counts.
 */
import { mkdir, open, readdir, readFile, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";

const headSchema = z.object({
	/** Id of the entry; "0": this machine has never known the database. */
	entry: z.string().regex(/^\d{1,18}$/),
	hash: z.string().min(1).max(200),
	at: z.iso.datetime(),
});
export type Head = z.infer<typeof headSchema>;

const FOLDER = "head";

/** The furthest of all files; null when there is none. A file that cannot be read is one that was never finished. */
export async function readHead(dataDir: string): Promise<Head | null> {
	const heads = await Promise.all((await listFiles(dataDir)).map((name) => readOne(join(dataDir, FOLDER, name))));
	return heads.reduce<Head | null>(
		(furthest, head) => (head && (!furthest || BigInt(head.entry) > BigInt(furthest.entry)) ? head : furthest),
		null,
	);
}

/** What this process wrote last, by its file: writes of one file stand in line. */
const written = new Map<string, { entry: bigint; last: Promise<void> }>();

/** On the disk when this returns. Never goes back: an older head changes nothing. Throws when the disk does not take it. */
export function keepHead(dataDir: string, owner: string, head: Head): Promise<void> {
	const path = fileOf(dataDir, owner);
	const before = written.get(path) ?? { entry: -1n, last: Promise.resolve() };
	const entry = BigInt(head.entry);
	if (entry <= before.entry) return before.last;
	const last = before.last.catch(() => undefined).then(() => writeDurably(dataDir, path, head));
	written.set(path, { entry, last });
	// What did not reach the disk is not known: the next one must be written.
	last.catch(() => written.delete(path));
	return last;
}

/** After people acknowledged that the database is another one: whatever was known before counts no more. */
export async function replaceHeads(dataDir: string, owner: string, head: Head): Promise<void> {
	const path = fileOf(dataDir, owner);
	written.delete(path);
	for (const name of await listFiles(dataDir)) await rm(join(dataDir, FOLDER, name), { force: true });
	await keepHead(dataDir, owner, head);
}

function fileOf(dataDir: string, owner: string): string {
	return join(dataDir, FOLDER, `${owner.replace(/[^A-Za-z0-9-]/g, "-")}.json`);
}

async function listFiles(dataDir: string): Promise<string[]> {
	try {
		return (await readdir(join(dataDir, FOLDER))).filter((name) => name.endsWith(".json"));
	} catch (error) {
		// No folder yet, or none to be had: writing says so when it matters.
		if (["ENOENT", "ENOTDIR"].includes(String((error as { code?: unknown }).code))) return [];
		throw error;
	}
}

async function readOne(path: string): Promise<Head | null> {
	try {
		return headSchema.safeParse(JSON.parse(await readFile(path, "utf8"))).data ?? null;
	} catch (error) {
		// Another program takes its old file away while we look.
		if (error instanceof SyntaxError || (error as { code?: unknown }).code === "ENOENT") return null;
		throw error;
	}
}

async function writeDurably(dataDir: string, path: string, head: Head): Promise<void> {
	await mkdir(join(dataDir, FOLDER), { recursive: true, mode: 0o700 });
	const draft = `${path}.draft`;
	const file = await open(draft, "w", 0o600);
	try {
		await file.writeFile(JSON.stringify(head));
		await file.sync();
	} finally {
		await file.close();
	}
	await rename(draft, path);
	const folder = await open(join(dataDir, FOLDER), "r");
	try {
		await folder.sync();
	} finally {
		await folder.close();
	}
}
