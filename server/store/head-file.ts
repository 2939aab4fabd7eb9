/**
 * The newest entry of the record that this machine knows, kept beside the database and not in it: a restored backup does not
 * have it. Each program has a file of its own in the folders `head`, so that none takes another's back; the furthest counts.
 */
import { readdir, readFile, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { writeDurably } from "#server/store/durable-file.ts";

const headSchema = z.object({
	/** Id of the entry; "0": this machine has never known the database. */
	entry: z.string().regex(/^\d{1,18}$/),
	hash: z.string().min(1).max(200),
	at: z.iso.datetime(),
	/** PostgreSQL's system identifier and timeline when the head was kept; null: not known, as in files of earlier versions. */
	server: z.string().max(40).nullable().default(null),
	timeline: z.string().max(40).nullable().default(null),
	/** One more after each acknowledgement: heads of the database before it count no more, whoever still writes one. */
	generation: z.int().min(0).default(0),
});
export type KnownHead = z.infer<typeof headSchema>;
/** What is not said of the server stays as it is known. */
export type Head = Pick<KnownHead, "entry" | "hash" | "at"> & Partial<Pick<KnownHead, "server" | "timeline">>;

/** Where heads are kept: beside our data and, when there is one, in a second folder elsewhere (HEAD_DIR). */
export interface HeadPlaces {
	dataDir: string;
	headDir?: string | null;
}

const FOLDER = "head";
const KEPT = ".json";
/** A dead program's file while its head goes over into a living one's. It counts like any other. */
const FOLDING = ".json.folding";

const MOST_READINGS = 10;

/** The furthest of all files; null when there is none. A file that cannot be read is one that was never finished. */
export async function readHead(places: HeadPlaces): Promise<KnownHead | null> {
	for (let reading = 1; reading <= MOST_READINGS; reading += 1) {
		const heads = await Promise.all((await listAll(places)).map(readOne));
		// One that went away between its name and its words may stand in another file that was read too early.
		if (!heads.includes("gone")) return furthestOf(heads);
	}
	throw new Error("the heads beside the database change too fast to be read");
}

/** What this process has on the disk, by its file, and who stands in line to write there. */
const written = new Map<string, KnownHead>();
const inLine = new Map<string, Promise<void>>();
/** Heads of those who stand in line. */
const brought = new Map<string, Set<Head>>();

/**
 * On the disk, in each place, when this returns. Never goes back: an older head changes nothing. Who stands in line writes the
 * furthest that anybody in it brings, so that the others find it written. Throws when a disk does not take it.
 */
export function keepHead(places: HeadPlaces, owner: string, head: Head): Promise<void> {
	const name = nameOf(places, owner);
	const heads = brought.get(name) ?? new Set<Head>();
	brought.set(name, heads.add(head));
	const write = standInLine(places, owner, async () => {
		const known = await readHead(places);
		const furthest = [...heads].reduce((one, other) => (BigInt(other.entry) > BigInt(one.entry) ? other : one), head);
		const next = { ...inherited(known), ...head, ...furthest, generation: known?.generation ?? 0 };
		const before = written.get(nameOf(places, owner));
		// What is remembered counts in its generation alone: another program may have put all heads back meanwhile.
		// guard: head-of-another-generation-is-kept
		if (
			before?.generation === next.generation &&
			(before.entry === next.entry ? isSame(before, next) : isFurther(before, next))
		)
			return;
		await writeEverywhere(places, owner, next);
	});
	return write.finally(() => heads.delete(head));
}

/** After people acknowledged that the database is another one: whatever was known before counts no more. */
export function replaceHeads(places: HeadPlaces, owner: string, head: Head): Promise<void> {
	return standInLine(places, owner, async () => {
		const generation = ((await readHead(places))?.generation ?? 0) + 1;
		await writeEverywhere(places, owner, { ...inherited(null), ...head, generation });
		// Only now: a crash before leaves heads that are asked about again, never none.
		for (const path of await listAll(places)) {
			const head = await readOne(path);
			if (head !== "gone" && (head?.generation ?? -1) < generation) await rm(path, { force: true });
		}
	});
}

/** Takes the heads of programs that are gone into one's own. Harmless to a living one: it writes its file anew. */
export async function foldHeads(places: HeadPlaces, owner: string, living: readonly string[]): Promise<void> {
	const kept = new Set([owner, ...living].map(fileOf));
	const takeOver = () =>
		standInLine(places, owner, async () => {
			const furthest = await readHead(places);
			if (furthest) await writeEverywhere(places, owner, furthest);
		});
	// Taken over, then out of the way of its program, then looked at again: what was written in between is not lost.
	await takeOver();
	for (const path of await listAll(places))
		if (path.endsWith(KEPT) && !kept.has(path.slice(path.lastIndexOf("/") + 1))) await putAway(path, owner);
	// Only what was there before it was looked at again: another may fold at the same time.
	const away = (await listAll(places)).filter((path) => path.endsWith(FOLDING));
	await takeOver();
	for (const path of away) await rm(path, { force: true });
}

let putAways = 0;

/** Under a name that no other has; somebody else may have been first. */
async function putAway(path: string, owner: string): Promise<void> {
	putAways += 1;
	const name = `${path.slice(0, -KEPT.length)}.${fileOf(owner).slice(0, -KEPT.length)}-${putAways}${FOLDING}`;
	await rename(path, name).catch((error: NodeJS.ErrnoException) => {
		if (error.code !== "ENOENT") throw error;
	});
}

function standInLine(places: HeadPlaces, owner: string, write: () => Promise<void>): Promise<void> {
	const name = nameOf(places, owner);
	const turn = (inLine.get(name) ?? Promise.resolve()).catch(() => undefined).then(write);
	inLine.set(name, turn);
	return turn;
}

async function writeEverywhere(places: HeadPlaces, owner: string, head: KnownHead): Promise<void> {
	const name = nameOf(places, owner);
	// What did not reach every disk is not known: the next one must be written.
	written.delete(name);
	const text = JSON.stringify(head);
	await Promise.all(foldersOf(places).map((folder) => writeDurably(join(folder, fileOf(owner)), text)));
	written.set(name, head);
}

function isFurther(one: KnownHead, other: KnownHead): boolean {
	// guard: newer-generation-is-further
	if (one.generation !== other.generation) return one.generation > other.generation;
	if (one.entry !== other.entry) return BigInt(one.entry) > BigInt(other.entry);
	return other.server === null && one.server !== null;
}

function isSame(one: KnownHead, other: KnownHead): boolean {
	return one.hash === other.hash && one.server === other.server && one.timeline === other.timeline;
}

function inherited(known: KnownHead | null): Pick<KnownHead, "server" | "timeline"> {
	return { server: known?.server ?? null, timeline: known?.timeline ?? null };
}

function foldersOf({ dataDir, headDir }: HeadPlaces): string[] {
	return [dataDir, ...(headDir ? [headDir] : [])].map((place) => join(place, FOLDER));
}

function nameOf(places: HeadPlaces, owner: string): string {
	return [...foldersOf(places), fileOf(owner)].join(":");
}

function fileOf(owner: string): string {
	return `${owner.replace(/[^A-Za-z0-9-]/g, "-")}${KEPT}`;
}

function furthestOf(heads: readonly (KnownHead | "gone" | null)[]): KnownHead | null {
	return heads.reduce<KnownHead | null>(
		(furthest, head) =>
			head !== null && head !== "gone" && (!furthest || isFurther(head, furthest)) ? head : furthest,
		null,
	);
}

async function listAll(places: HeadPlaces): Promise<string[]> {
	return (await Promise.all(foldersOf(places).map(listFiles))).flat();
}

async function listFiles(folder: string): Promise<string[]> {
	try {
		const names = await readdir(folder);
		return names.filter((name) => name.endsWith(KEPT) || name.endsWith(FOLDING)).map((name) => join(folder, name));
	} catch (error) {
		// No folder yet, or none to be had: writing says so when it matters.
		if (["ENOENT", "ENOTDIR"].includes(String((error as { code?: unknown }).code))) return [];
		throw error;
	}
}

async function readOne(path: string): Promise<KnownHead | "gone" | null> {
	try {
		return headSchema.safeParse(JSON.parse(await readFile(path, "utf8"))).data ?? null;
	} catch (error) {
		// Another program takes its old file away while we look.
		if ((error as { code?: unknown }).code === "ENOENT") return "gone";
		if (error instanceof SyntaxError) return null;
		throw error;
	}
}
