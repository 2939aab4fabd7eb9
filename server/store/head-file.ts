/**
 * Keeps the newest audit entry that this machine knows outside the database: a restored backup lacks this entry and is noticed.
 * Each program has its own file in the `head` folders and never overwrites another's; the furthest head counts.
 */
import { readFile, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { ulid } from "ulid";
import { z } from "zod";
import { REPLICATIONS } from "#lib/contracts/configuration.ts";
import { shareAnswer } from "#lib/group-calls.ts";
import { readJson } from "#lib/text/read-json.ts";
import { inTime } from "#lib/with-timeout.ts";
import type { Database } from "#server/store/database.ts";
import { absentAs, foldersOf, type HeadPlaces, listFiles, stemOf, writeDurably } from "#server/store/durable-file.ts";

const headSchema = z.object({
	/** Id of the entry; "0" when this machine has never known the database. */
	entry: z.string().regex(/^\d{1,18}$/),
	hash: z.string().min(1).max(200),
	at: z.iso.datetime(),
	/** PostgreSQL's system identifier and timeline at that time; null when unknown. */
	server: z.string().max(40).nullable(),
	timeline: z.string().max(40).nullable(),
	/** Whether a standby could lack commits at that time, as `readReplication` returns it; null when it was not read. */
	replication: z.enum(REPLICATIONS).nullable().default(null),
	/** Each acknowledgement of a mismatch adds one. Heads of earlier generations no longer count, even if they are written later. */
	generation: z.int().min(0),
});
export type KnownHead = z.infer<typeof headSchema>;
/** A head to write. An absent server, timeline or replication keeps the value of the furthest known head. */
export type Head = Pick<KnownHead, "entry" | "hash" | "at"> & Partial<Inherited>;
type Inherited = Pick<KnownHead, "server" | "timeline" | "replication">;

const FOLDER = "head";
const KEPT = ".json";
/** Ends the name of an ended program's file while a running program takes over its head. The file still counts like any other. */
const FOLDING = ".json.folding";

const MOST_READINGS = 10;
const READ_MS = 5_000;

/** The file with a folder's id: programs that read the same id share the folder, and each finds the heads and permits of all. */
const PLACE = "place";

/** Leaves out a HEAD_DIR that fails: by DATA_DIR alone, the next worker of this machine can answer for this one. */
export async function readPlaces(places: HeadPlaces): Promise<string[]> {
	const names = foldersOf(places, FOLDER).map((folder, place) => {
		const name = readPlace(folder).then((known) => known ?? namePlace(folder));
		return place === 0 ? name : inTime(name, READ_MS).catch(() => "");
	});
	return (await Promise.all(names)).filter((name) => name !== "");
}

async function namePlace(folder: string): Promise<string> {
	const name = ulid();
	// Another program may name the folder at the same time and rename the draft that both use: ours is then missing.
	await writeDurably(join(folder, PLACE), name).catch(absentAs(undefined));
	return (await readPlace(folder)) ?? name;
}

async function readPlace(folder: string): Promise<string | null> {
	return (await readFile(join(folder, PLACE), "utf8").catch(absentAs(null))) || null;
}

export async function readHead(places: HeadPlaces): Promise<KnownHead | null> {
	return (await readHeads(places))[0] ?? null;
}

/**
 * Returns the heads of the newest generation, furthest first. Skips an unreadable file, whose write never completed. Throws when the disk
 * does not answer.
 */
export function readHeads(places: HeadPlaces): Promise<KnownHead[]> {
	return inTime(readTogether(places), READ_MS);
}

/** A disk that hangs holds one of Node's four threads for files and host names, not one for each call and file. */
const readTogether = shareAnswer((places: HeadPlaces) => [places] as const, readInTurn);

async function readInTurn(places: HeadPlaces): Promise<KnownHead[]> {
	for (let reading = 1; reading <= MOST_READINGS; reading += 1) {
		const read: (KnownHead | "gone" | null)[] = [];
		for (const path of await listAll(places)) read.push(await readOne(path));
		// The head of a file that disappeared may have moved into a file that was read before that, so all are read again.
		if (read.includes("gone")) continue;
		const heads = read
			.filter((head) => head !== null && head !== "gone")
			.sort((one, other) => (isFurther(one, other) ? -1 : 1));
		return heads.filter(({ generation }) => generation === heads[0]?.generation);
	}
	throw new Error("the head files change too fast to be read");
}

/**
 * Returns the furthest head, except our own, whose entry this database lacks: a copy of the database wrote it. A head before our own
 * counts, too: the copy may have written less than this database has since. "0" is no entry.
 */
export async function findCopyHead(
	store: { database: Database },
	heads: readonly KnownHead[],
	{ hash: own }: Pick<Head, "hash">,
): Promise<KnownHead | null> {
	const others = heads.filter(({ entry, hash }) => entry !== "0" && hash !== own);
	if (others.length === 0) return null;
	const rows = await store.database
		.selectFrom("audit_entry")
		.select("hash")
		.where("id", "in", [...new Set(others.map(({ entry }) => entry))])
		.execute();
	return others.find((head) => !rows.some(({ hash }) => hash === head.hash)) ?? null;
}

/** By file: the head that this process has on the disk, the end of its queue of writers, and the heads that still wait. */
const written = new Map<string, KnownHead>();
const inLine = new Map<string, Promise<void>>();
const waitingHeads = new Map<string, Set<Head>>();

/**
 * Writes the head to the disk in each place before it returns; an older head changes nothing. Of several calls at once, the first
 * to run writes the furthest head of all, so that the rest have nothing to write. Throws when a disk fails.
 */
export function keepHead(places: HeadPlaces, owner: string, head: Head): Promise<void> {
	const name = nameOf(places, owner);
	const heads = waitingHeads.get(name) ?? new Set<Head>();
	waitingHeads.set(name, heads.add(head));
	const write = enqueue(places, owner, async () => {
		const known = await readHead(places);
		const furthest = [...heads].reduce((one, other) => (BigInt(other.entry) > BigInt(one.entry) ? other : one), head);
		const next = { ...inherited(known), ...head, ...furthest, generation: known?.generation ?? 0 };
		const before = written.get(nameOf(places, owner));
		// `before` counts only within its generation: another program may have replaced all heads meanwhile.
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

/** Replaces all heads after people acknowledged that the database is another one. */
export function replaceHeads(places: HeadPlaces, owner: string, head: Head): Promise<void> {
	return enqueue(places, owner, async () => {
		const generation = ((await readHead(places))?.generation ?? 0) + 1;
		await writeEverywhere(places, owner, { ...inherited(null), ...head, generation });
		// Deletes old heads after the new one is written: a crash must leave heads that report the mismatch again, rather than none.
		for (const path of await listAll(places)) {
			const head = await readOne(path);
			if (head !== "gone" && (head?.generation ?? -1) < generation) await rm(path, { force: true });
		}
	});
}

/** Moves the heads of programs that ended into our own file. A program that still runs writes its file again. */
export async function foldHeads(places: HeadPlaces, owner: string, living: readonly string[]): Promise<void> {
	const kept = new Set([owner, ...living].map(fileOf));
	const takeOver = () =>
		enqueue(places, owner, async () => {
			const furthest = await readHead(places);
			if (furthest) await writeEverywhere(places, owner, furthest);
		});
	// Copies the furthest head, renames the files of ended programs, and copies again: a head written in between is not lost.
	await takeOver();
	for (const path of await listAll(places))
		if (path.endsWith(KEPT) && !kept.has(path.slice(path.lastIndexOf("/") + 1))) await putAway(path, owner);
	// Deletes only files renamed before the second copy: another process may rename more meanwhile.
	const away = (await listAll(places)).filter((path) => path.endsWith(FOLDING));
	await takeOver();
	for (const path of away) await rm(path, { force: true });
}

let putAways = 0;

/** Renames the file to a unique name; does nothing when another process has already renamed it. */
async function putAway(path: string, owner: string): Promise<void> {
	putAways += 1;
	const name = `${path.slice(0, -KEPT.length)}.${stemOf(owner)}-${putAways}${FOLDING}`;
	await rename(path, name).catch(absentAs(undefined));
}

function enqueue(places: HeadPlaces, owner: string, write: () => Promise<void>): Promise<void> {
	const name = nameOf(places, owner);
	const turn = (inLine.get(name) ?? Promise.resolve()).catch(() => undefined).then(write);
	inLine.set(name, turn);
	return inTime(turn);
}

async function writeEverywhere(places: HeadPlaces, owner: string, head: KnownHead): Promise<void> {
	const name = nameOf(places, owner);
	// If a disk fails, `written` must not name this head: the next call then writes even an equal head.
	written.delete(name);
	const text = JSON.stringify(head);
	await Promise.all(foldersOf(places, FOLDER).map((folder) => writeDurably(join(folder, fileOf(owner)), text)));
	written.set(name, head);
}

function isFurther(one: KnownHead, other: KnownHead): boolean {
	// guard: newer-generation-is-further
	if (one.generation !== other.generation) return one.generation > other.generation;
	if (one.entry !== other.entry) return BigInt(one.entry) > BigInt(other.entry);
	return other.server === null && one.server !== null;
}

function isSame(one: KnownHead, other: KnownHead): boolean {
	const facts = ["hash", "server", "timeline", "replication"] as const;
	return facts.every((fact) => one[fact] === other[fact]);
}

function inherited(known: KnownHead | null): Inherited {
	return {
		...{ server: known?.server ?? null, timeline: known?.timeline ?? null },
		replication: known?.replication ?? null,
	};
}

function nameOf(places: HeadPlaces, owner: string): string {
	return [...foldersOf(places, FOLDER), fileOf(owner)].join(":");
}

function fileOf(owner: string): string {
	return `${stemOf(owner)}${KEPT}`;
}

function listAll(places: HeadPlaces): Promise<string[]> {
	return listFiles(foldersOf(places, FOLDER), [KEPT, FOLDING]);
}

async function readOne(path: string): Promise<KnownHead | "gone" | null> {
	// Another program may have removed or renamed this file since it was listed.
	const text = await readFile(path, "utf8").catch(absentAs(null));
	return text === null ? "gone" : (headSchema.safeParse(readJson(text)).data ?? null);
}
