/** An answer is never dropped: it goes to the database, or, while that is away, to a synced file that the next start merges. */
import { mkdir, open, readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { sql } from "kysely";
import { z } from "zod";
import type { SystemContext } from "#server/context.ts";
import { type AttemptOutcome, attemptOutcomeSchema } from "#server/payments/attempt-outcome.ts";
import { recordOutcome } from "#server/payments/record-outcome.ts";
import type { Permit } from "#server/payments/take-permit.ts";
import type { Timing } from "#server/payments/timing.ts";

const FILE = "unrecorded-outcomes.jsonl";
const lineSchema = z.object({
	permit: z.object({ attemptId: z.string(), paymentId: z.string(), workerId: z.string() }),
	outcome: attemptOutcomeSchema,
});

type Line = z.infer<typeof lineSchema>;

/**
 * Records the outcome. The first time that the database does not take it, it goes to the file, so that nobody's death can
 * lose it; then the database is tried for as long as the timing allows. Throws when both stay away.
 */
export async function keepOutcome(
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
	if (!filed) await appendLine(system.config.dataDir, JSON.stringify({ permit, outcome }));
	return "filed";
}

/** Records what waits in the file; lines stay there, and recording one twice changes nothing. Returns how many were new. */
export async function mergeOutcomes(system: SystemContext): Promise<number> {
	let merged = 0;
	for (const { permit, outcome } of await selectUnrecorded(system, await readLines(system.config.dataDir))) {
		try {
			if ((await recordOutcome(system, permit, outcome)) === "recorded") merged += 1;
		} catch (error) {
			// The line stays for the next time; the others must not wait for it.
			system.log.error({ event: "outcome_not_merged", payment: permit.paymentId, err: error });
		}
	}
	return merged;
}

/** Most lines were recorded long ago: one question for all of them. */
async function selectUnrecorded({ database }: SystemContext, lines: readonly Line[]): Promise<Line[]> {
	if (lines.length === 0) return [];
	const rows = await database
		.selectFrom("attempt")
		.select("id")
		.where(sql<boolean>`id = any(${lines.map(({ permit }) => permit.attemptId)})`)
		.where("answered_at", "is", null)
		.execute();
	const open = new Set(rows.map(({ id }) => id));
	return lines.filter(({ permit }) => open.has(permit.attemptId));
}

/** False when the disk does not take it either: the database is still being tried. */
async function fileOutcome({ config, log }: SystemContext, line: Line): Promise<boolean> {
	try {
		await appendLine(config.dataDir, JSON.stringify(line));
		return true;
	} catch (error) {
		log.error({ event: "outcome_not_filed", payment: line.permit.paymentId, err: error });
		return false;
	}
}

/** On the disk when this returns, the file's name included. Readable by its owner alone. */
async function appendLine(dataDir: string, line: string): Promise<void> {
	await mkdir(dataDir, { recursive: true });
	const file = await open(join(dataDir, FILE), "a", 0o600);
	try {
		// The leading break ends a line that an earlier crash may have torn.
		await file.appendFile(`\n${line}\n`);
		await file.sync();
	} finally {
		await file.close();
	}
	const folder = await open(dataDir, "r");
	try {
		await folder.sync();
	} finally {
		await folder.close();
	}
}

/** A torn line: the process died while it wrote, and recovery calls that payment unknown. */
async function readLines(dataDir: string): Promise<Line[]> {
	try {
		const text = await readFile(join(dataDir, FILE), "utf8");
		return text.split("\n").flatMap((line) => lineSchema.safeParse(parseJson(line)).data ?? []);
	} catch (error) {
		if ((error as { code?: unknown }).code === "ENOENT") return [];
		throw error;
	}
}

function parseJson(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return null;
	}
}
