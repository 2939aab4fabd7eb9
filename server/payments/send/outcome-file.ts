/**
 * Stores outcomes in a file while the database is unavailable: append-only, synced, and read whole at each merge. Several processes share
 * the folder, so a large file is renamed, never rewritten: a process that has the old file open can still append to it.
 */
import { readdir, readFile, rename, unlink } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { ulid } from "ulid";
import { z } from "zod";
import { DAY_MS } from "#lib/dates.ts";
import { readJson } from "#lib/text/read-json.ts";
import type { SystemContext } from "#server/context.ts";
import type { Timing } from "#server/payment-records/send-timing.ts";
import { type AttemptOutcome, attemptOutcomeSchema } from "#server/payments/send/attempt-outcome.ts";
import type { AskedPermit } from "#server/payments/send/attempts.ts";
import { recordOutcome } from "#server/payments/send/record-outcome.ts";
import { absentAs, appendDurably, syncFolder } from "#server/store/durable-file.ts";
import { JOURNAL_KEPT_DAYS } from "#server/store/permit-journal.ts";

/**
 * Records the outcome. After the first database failure it writes the file, so that a crash loses nothing, then retries the
 * database for `recordForMs`. Throws when both fail.
 */
export async function recordOrSaveToFile(
	system: SystemContext,
	permit: AskedPermit,
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

/** Records the outcomes that the files hold; recording one twice changes nothing. Returns how many of them closed an attempt. */
export async function mergeOutcomes(system: SystemContext): Promise<number> {
	const memory = memoryOf(system);
	const files = await readFiles(system, memory);
	let merged = 0;
	for (const { text, line } of await selectUnrecorded(system, memory, files)) {
		const { permit, outcome } = line;
		try {
			if ((await recordOutcome(system, permit, outcome)) === "recorded") merged += 1;
			memory.recorded.add(text);
		} catch (error) {
			// The next merge tries this line again; the other lines must not wait for it.
			system.log.error({ event: "outcome_not_merged", payment: permit.paymentId, err: error });
		}
	}
	await tidyOutcomes(system, memory, files).catch((err: unknown) =>
		system.log.error({ event: "outcomes_not_tidied", err }),
	);
	return merged;
}

/** Returns the lines that the database does not have yet, by two queries over all lines: most lines are recorded already. */
async function selectUnrecorded(
	{ database }: SystemContext,
	{ recorded }: Memory,
	files: readonly OutcomeFile[],
): Promise<FiledLine[]> {
	const lines = files.flatMap(({ waiting }) => waiting);
	if (lines.length === 0) return [];
	const ids = lines.map(({ line }) => line.permit.attemptId);
	const [answered, kept] = await Promise.all([
		database.selectFrom("attempt").select("id").where("id", "in", ids).where("answered_at", "is not", null).execute(),
		database.selectFrom("orphan_answer").select("attempt_id as id").where("attempt_id", "in", ids).execute(),
	]);
	const settled = new Set([...answered, ...kept].map(({ id }) => id));
	for (const { text, line } of lines) if (settled.has(line.permit.attemptId)) recorded.add(text);
	return lines.filter(({ text }) => !recorded.has(text));
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
const ROTATED = /^unrecorded-outcomes\.(\d+)-\w+\.jsonl$/;
const lineSchema = z.object({
	permit: z.object({ attemptId: z.string(), paymentId: z.string(), workerId: z.string() }),
	outcome: attemptOutcomeSchema,
});
type OutcomeLine = z.infer<typeof lineSchema>;

const ROTATE_ABOVE_BYTES = 1_000_000;
/** Recorded lines are kept as long as journalled permits, so that they can be merged again after a backup is restored. */
const KEPT_MS = JOURNAL_KEPT_DAYS * DAY_MS;
/** After this time a process forgets which lines it recorded: the database may have been restored to a state without them. */
const FORGET_RECORDED_MS = 10 * 60_000;

interface FiledLine {
	text: string;
	line: OutcomeLine;
}

interface OutcomeFile {
	name: string;
	bytes: number;
	/** The lines that are not known to be recorded. */
	waiting: FiledLine[];
	hasUnreadable: boolean;
}

interface Memory {
	since: number;
	recorded: Set<string>;
	reported: Set<string>;
}
const memories = new WeakMap<object, Memory>();

/** On return the line and the file's name are on disk. Only the owner may read the file. */
async function appendOutcome(dataDir: string, line: OutcomeLine): Promise<void> {
	await appendDurably(join(dataDir, FILE), JSON.stringify(line));
	// Another process may have made the file just now, and not yet synced its name.
	await syncFolder(dataDir);
}

async function tidyOutcomes(
	{ config: { dataDir }, clock }: SystemContext,
	{ recorded }: Memory,
	files: readonly OutcomeFile[],
): Promise<void> {
	const now = clock.now().getTime();
	for (const { name, bytes, waiting, hasUnreadable } of files) {
		const rotatedAt = ROTATED.exec(name)?.[1];
		const isOld = rotatedAt !== undefined && now - Number(rotatedAt) > KEPT_MS;
		if (isOld && waiting.every(({ text }) => recorded.has(text)) && !hasUnreadable) await unlink(join(dataDir, name));
		else if (rotatedAt === undefined && bytes > ROTATE_ABOVE_BYTES) {
			await rename(join(dataDir, name), join(dataDir, `unrecorded-outcomes.${now}-${ulid(now)}.jsonl`));
		} else continue;
		await syncFolder(dataDir);
	}
}

function memoryOf(system: SystemContext): Memory {
	const known = memories.get(system);
	if (known && performance.now() - known.since < FORGET_RECORDED_MS) return known;
	const fresh = {
		since: performance.now(),
		recorded: new Set<string>(),
		reported: known?.reported ?? new Set<string>(),
	};
	memories.set(system, fresh);
	return fresh;
}

/** A file that another process renames meanwhile is found at the next merge. */
async function readFiles(system: SystemContext, memory: Memory): Promise<OutcomeFile[]> {
	const { dataDir } = system.config;
	const files: OutcomeFile[] = [];
	for (const name of await readdir(dataDir).catch(absentAs<string[]>([]))) {
		if (name !== FILE && !ROTATED.test(name)) continue;
		const content = await readFile(join(dataDir, name), "utf8").catch(absentAs(undefined));
		if (content !== undefined) files.push({ name, ...readLines(system, memory, content) });
	}
	return files;
}

/** Unreadable text after the last line break is not reported: a process may still be writing it, or may have died while writing. */
function readLines(system: SystemContext, memory: Memory, content: string): Omit<OutcomeFile, "name"> {
	const file: Omit<OutcomeFile, "name"> = { bytes: Buffer.byteLength(content), waiting: [], hasUnreadable: false };
	const texts = content.split("\n");
	for (const [place, text] of texts.entries()) {
		if (text.trim() === "" || memory.recorded.has(text)) continue;
		const line = lineSchema.safeParse(readJson(text)).data;
		if (line) file.waiting.push({ text, line });
		else if (place < texts.length - 1) {
			file.hasUnreadable = true;
			report(system, memory, text);
		}
	}
	return file;
}

/** Reports an unreadable line once: it may be an outcome that a crash cut off. */
function report({ log }: SystemContext, { reported }: Memory, text: string): void {
	if (reported.has(text)) return;
	reported.add(text);
	const [, payment] = /"paymentId":"([\w-]{1,64})"/.exec(text) ?? [];
	const [, reference] = /"(?:hintReference|reference)":"([\w.-]{1,128})"/.exec(text) ?? [];
	log.error({ event: "outcome_unreadable", payment, reference, characters: text.length });
}
