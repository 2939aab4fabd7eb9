/**
 * Keeps answers in a file while the database is away: append-only, synced, read from the last offset. Several processes share the
 * folder, so a large file is renamed, never rewritten: a process that has it open still appends to it, and it is still read.
 */
import { open, readdir, rename, stat, unlink } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { ulid } from "ulid";
import { z } from "zod";
import type { SystemContext } from "#server/context.ts";
import type { Timing } from "#server/payment-records/timing.ts";
import { type AttemptOutcome, attemptOutcomeSchema } from "#server/payments/send/attempt-outcome.ts";
import type { Permit } from "#server/payments/send/attempts.ts";
import { recordOutcome } from "#server/payments/send/record-outcome.ts";
import { appendDurably, syncFolder } from "#server/store/durable-file.ts";

/**
 * Records the outcome. After the first database failure it writes the file, so that a crash loses nothing, then retries the
 * database within the timing. Throws when both fail.
 */
export async function recordOrFile(
	system: SystemContext,
	permit: Permit,
	outcome: AttemptOutcome,
	timing: Timing,
): Promise<"recorded" | "filed"> {
	const giveUpAt = performance.now() + timing.recordForMs;
	let filed = false;
	for (let delayMs = 100; ; delayMs = Math.min(delayMs * 2, 5_000)) {
		try {
			await recordOutcome(system, permit, outcome);
			return "recorded";
		} catch (error) {
			system.log.error({ event: "outcome_not_recorded", payment: permit.paymentId, err: error });
			filed ||= await fileOutcome(system, { permit, outcome });
			if (performance.now() + delayMs > giveUpAt) break;
			await pause(delayMs);
		}
	}
	if (!filed) await appendOutcome(system.config.dataDir, { permit, outcome });
	return "filed";
}

/** Records the lines in the file; recording a line twice changes nothing. Returns how many were new. */
export async function mergeOutcomes(system: SystemContext): Promise<number> {
	let merged = 0;
	for (const line of await selectUnrecorded(system, await readWaiting(system))) {
		const { permit, outcome } = line;
		try {
			if ((await recordOutcome(system, permit, outcome)) === "recorded") merged += 1;
			settleLine(system, line);
		} catch (error) {
			// The line stays for the next merge; the others must not wait for it.
			system.log.error({ event: "outcome_not_merged", payment: permit.paymentId, err: error });
		}
	}
	await tidyOutcomes(system).catch((err: unknown) => system.log.error({ event: "outcomes_not_tidied", err }));
	return merged;
}

/** Most lines are recorded already, so two queries cover them all. */
async function selectUnrecorded(system: SystemContext, lines: readonly OutcomeLine[]): Promise<OutcomeLine[]> {
	if (lines.length === 0) return [];
	const { database } = system;
	const ids = lines.map(({ permit }) => permit.attemptId);
	const [answered, kept] = await Promise.all([
		database.selectFrom("attempt").select("id").where("id", "in", ids).where("answered_at", "is not", null).execute(),
		database.selectFrom("orphan_answer").select("attempt_id as id").where("attempt_id", "in", ids).execute(),
	]);
	const settled = new Set([...answered, ...kept].map(({ id }) => id));
	for (const line of lines) if (settled.has(line.permit.attemptId)) settleLine(system, line);
	return lines.filter(({ permit }) => !settled.has(permit.attemptId));
}

/** False when the disk fails too; the caller still tries the database. */
async function fileOutcome({ config, log }: SystemContext, line: OutcomeLine): Promise<boolean> {
	try {
		await appendOutcome(config.dataDir, line);
		return true;
	} catch (error) {
		log.error({ event: "outcome_not_filed", payment: line.permit.paymentId, err: error });
		return false;
	}
}

const FILE = "unrecorded-outcomes.jsonl";
const SET_ASIDE = /^unrecorded-outcomes\.(\d+)-\w+\.jsonl$/;
const lineSchema = z.object({
	permit: z.object({ attemptId: z.string(), paymentId: z.string(), workerId: z.string() }),
	outcome: attemptOutcomeSchema,
});
type OutcomeLine = z.infer<typeof lineSchema>;

const GROWN_BYTES = 1_000_000;
/** Longer than anyone restores a backup: until then every line can be merged again. */
const KEPT_MS = 30 * 24 * 3_600_000;
/** A database may be restored under a running process, which must then read recorded lines again. */
const READ_ANEW_MS = 10 * 60_000;

interface Place {
	path: string;
	offset: number;
	waiting: OutcomeLine[];
	hasUnreadable: boolean;
}
interface Memory {
	since: number;
	/** Keyed by file identity, not by name. */
	places: Map<string, Place>;
	/** Reported lines, by file and offset. */
	reported: Set<string>;
}
const memories = new WeakMap<object, Memory>();

/** On return the line and the file's name are on disk. Only the owner may read the file. */
async function appendOutcome(dataDir: string, line: OutcomeLine): Promise<void> {
	await appendDurably(join(dataDir, FILE), JSON.stringify(line));
	// Another process may have made the file just now, and not yet synced its name.
	await syncFolder(dataDir);
}

/** The lines that are not known to be recorded; `settleLine` marks the recorded ones. */
async function readWaiting(system: SystemContext): Promise<OutcomeLine[]> {
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

/** Marks a line as recorded in the database, or as not needed there. */
function settleLine(system: SystemContext, line: OutcomeLine): void {
	for (const place of memoryOf(system).places.values()) place.waiting = place.waiting.filter((each) => each !== line);
}

/** Renames a large file; deletes old renamed files once every line is recorded. */
async function tidyOutcomes(system: SystemContext): Promise<void> {
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

/** A shorter file is a different file. Undefined when another process has renamed it meanwhile; the next read finds it. */
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

/** The text after the last line break is incomplete: its process may still write, or have died while writing. */
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

/** Reports an unreadable line once: it may be an answer that a crash cut off. */
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

async function unlessMissing<T>(call: Promise<T>): Promise<T | undefined> {
	try {
		return await call;
	} catch (error) {
		if ((error as { code?: unknown }).code === "ENOENT") return undefined;
		throw error;
	}
}
