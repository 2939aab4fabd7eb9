/**
 * The file in which answers wait while the database is away: appended and synced, read on from where it was read to, never
 * written anew. Several processes share its folder, so a file that has grown is set aside whole by its name: who has it open
 * for appending writes into the one that was set aside, and that is read too.
 */
import { mkdir, open, readdir, rename, stat, unlink } from "node:fs/promises";
import { join } from "node:path";
import { ulid } from "ulid";
import { z } from "zod";
import { PAYMENT_EVENTS } from "#lib/payment-events.ts";
import type { SystemContext } from "#server/context.ts";
import { readOldEvent } from "#server/payments/old-event.ts";
import { attemptOutcomeSchema } from "#server/payments/send/attempt-outcome.ts";

const FILE = "unrecorded-outcomes.jsonl";
const SET_ASIDE = /^unrecorded-outcomes\.(\d+)-\w+\.jsonl$/;
const lineSchema = z.object({
	permit: z.object({ attemptId: z.string(), paymentId: z.string(), workerId: z.string() }),
	outcome: z.preprocess(withContent, attemptOutcomeSchema),
});
export type OutcomeLine = z.infer<typeof lineSchema>;

const GROWN_BYTES = 1_000_000;
/** Longer than anybody puts back a database: until then every line is there to be merged again. */
const KEPT_MS = 30 * 24 * 3_600_000;
/** A database may be put back under a process that lives on: then what was recorded must be read again. */
const READ_ANEW_MS = 10 * 60_000;

interface Place {
	path: string;
	/** Bytes that were read as whole lines. */
	offset: number;
	waiting: OutcomeLine[];
	hasUnreadable: boolean;
}
interface Memory {
	since: number;
	/** By file, not by name. */
	places: Map<string, Place>;
	/** Lines that were reported, by file and offset. */
	reported: Set<string>;
}
const memories = new WeakMap<object, Memory>();

/** Lines of earlier versions have an event and what was told of it as text, or its content under another name. */
function withContent(outcome: unknown): unknown {
	const renamed = z.looseObject({ facts: z.record(z.string(), z.unknown()) }).safeParse(outcome).data;
	if (renamed) return { ...renamed, content: renamed.facts };
	const old = oldTellingSchema.safeParse(outcome).data;
	if (!old) return outcome;
	const { event, details } = readOldEvent(old);
	return { ...old, content: { event, details } };
}

const oldTellingSchema = z.looseObject({
	event: z.enum(PAYMENT_EVENTS),
	note: z.string().nullable(),
	reference: z.string().nullable(),
});

/** On the disk when this returns, the file's name included. Readable by its owner alone. */
export async function appendOutcome(dataDir: string, line: OutcomeLine): Promise<void> {
	await mkdir(dataDir, { recursive: true });
	const file = await open(join(dataDir, FILE), "a", 0o600);
	try {
		// The leading break ends a line that an earlier crash may have torn.
		await file.appendFile(`\n${JSON.stringify(line)}\n`);
		await file.sync();
	} finally {
		await file.close();
	}
	await syncFolder(dataDir);
}

/** The lines that are not known to be recorded; `settleLine` says which are. */
export async function readWaiting(system: SystemContext): Promise<OutcomeLine[]> {
	const memory = memoryOf(system);
	const { dataDir } = system.config;
	const found = new Map<string, Place>();
	for (const name of await listFiles(dataDir)) {
		const [key, place] = (await readOn(system, memory, join(dataDir, name))) ?? [];
		if (key && place) found.set(key, place);
	}
	memory.places = found;
	return [...found.values()].flatMap(({ waiting }) => waiting);
}

/** This line is in the database, or need not be. */
export function settleLine(system: SystemContext, line: OutcomeLine): void {
	for (const place of memoryOf(system).places.values()) place.waiting = place.waiting.filter((each) => each !== line);
}

/** Sets a grown file aside, and removes what was set aside long ago once every line of it is recorded. */
export async function tidyOutcomes(system: SystemContext): Promise<void> {
	const { dataDir } = system.config;
	const now = system.clock.now().getTime();
	for (const { path, offset, waiting, hasUnreadable } of memoryOf(system).places.values()) {
		const setAsideAt = SET_ASIDE.exec(path.slice(dataDir.length + 1))?.[1];
		const isOld = setAsideAt !== undefined && now - Number(setAsideAt) > KEPT_MS;
		if (isOld && waiting.length === 0 && !hasUnreadable) await unlink(path);
		else if (setAsideAt === undefined && offset > GROWN_BYTES) {
			await rename(path, join(dataDir, `unrecorded-outcomes.${now}-${ulid(now)}.jsonl`));
		} else continue;
		await syncFolder(dataDir);
	}
}

function memoryOf(system: SystemContext): Memory {
	const known = memories.get(system);
	if (known && performance.now() - known.since < READ_ANEW_MS) return known;
	const fresh = { since: performance.now(), places: new Map(), reported: known?.reported ?? new Set<string>() };
	memories.set(system, fresh);
	return fresh;
}

async function listFiles(dataDir: string): Promise<string[]> {
	const names = await unlessMissing(readdir(dataDir));
	return (names ?? []).filter((name) => name === FILE || SET_ASIDE.test(name));
}

/** A file that became shorter is another one. Undefined: somebody set it aside meanwhile; the next time has it. */
async function readOn(system: SystemContext, memory: Memory, path: string): Promise<[string, Place] | undefined> {
	const now = await unlessMissing(stat(path));
	if (!now) return undefined;
	const key = `${now.ino}:${now.birthtimeMs}`;
	const known = memory.places.get(key);
	const place: Place =
		known && known.offset <= now.size ? { ...known, path } : { path, offset: 0, waiting: [], hasUnreadable: false };
	if (now.size > place.offset) {
		const bytes = await unlessMissing(readFrom(path, place.offset, now.size - place.offset));
		if (bytes) takeLines(system, memory, key, place, bytes);
	}
	return [key, place];
}

/** What stands behind the last break is not a line yet: its process may still write, or have died while it wrote. */
function takeLines(system: SystemContext, memory: Memory, key: string, place: Place, bytes: Buffer): void {
	const end = bytes.lastIndexOf(10) + 1;
	for (const text of bytes.subarray(0, end).toString("utf8").split("\n")) {
		if (text.trim() === "") continue;
		const line = readLine(text);
		if (line) place.waiting.push(line);
		else {
			place.hasUnreadable = true;
			report(system, memory, `${key}:${text.length}:${text.slice(0, 200)}`, text);
		}
	}
	place.offset += end;
	const tail = readLine(bytes.subarray(end).toString("utf8"));
	if (!tail) return;
	place.waiting.push(tail);
	place.offset += bytes.length - end;
}

function readLine(text: string): OutcomeLine | undefined {
	try {
		return lineSchema.safeParse(JSON.parse(text)).data;
	} catch {
		return undefined;
	}
}

/** Once, with what of it can be told: it may be an answer that a crash has torn. */
function report({ log }: SystemContext, { reported }: Memory, key: string, text: string): void {
	if (reported.has(key)) return;
	reported.add(key);
	const [, payment] = /"paymentId":"([\w-]{1,64})"/.exec(text) ?? [];
	const [, reference] = /"(?:hintReference|reference)":"([\w.-]{1,128})"/.exec(text) ?? [];
	log.error({ event: "outcome_unreadable", payment, reference, characters: text.length });
}

async function readFrom(path: string, offset: number, length: number): Promise<Buffer> {
	const file = await open(path, "r");
	try {
		const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, offset);
		return buffer.subarray(0, bytesRead);
	} finally {
		await file.close();
	}
}

async function syncFolder(dataDir: string): Promise<void> {
	const folder = await open(dataDir, "r");
	try {
		await folder.sync();
	} finally {
		await folder.close();
	}
}

async function unlessMissing<T>(call: Promise<T>): Promise<T | undefined> {
	try {
		return await call;
	} catch (error) {
		if ((error as { code?: unknown }).code === "ENOENT") return undefined;
		throw error;
	}
}
