/** An answer is never dropped: it goes to the database, or, while that is away, to a synced file that the next start merges. */
import { setTimeout as pause } from "node:timers/promises";
import type { SystemContext } from "#server/context.ts";
import type { AttemptOutcome } from "#server/payments/send/attempt-outcome.ts";
import {
	appendOutcome,
	type OutcomeLine,
	readWaiting,
	settleLine,
	tidyOutcomes,
} from "#server/payments/send/outcome-file.ts";
import { recordOutcome } from "#server/payments/send/record-outcome.ts";
import type { Permit } from "#server/payments/send/take-permit.ts";
import type { Timing } from "#server/payments/timing.ts";

/**
 * Records the outcome. The first time that the database does not take it, it goes to the file, so that nobody's death can
 * lose it; then the database is tried for as long as the timing allows. Throws when both stay away.
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

/** Records what waits in the file; recording a line twice changes nothing. Returns how many were new. */
export async function mergeOutcomes(system: SystemContext): Promise<number> {
	let merged = 0;
	for (const line of await selectUnrecorded(system, await readWaiting(system))) {
		const { permit, outcome } = line;
		try {
			if ((await recordOutcome(system, permit, outcome)) === "recorded") merged += 1;
			settleLine(system, line);
		} catch (error) {
			// The line stays for the next time; the others must not wait for it.
			system.log.error({ event: "outcome_not_merged", payment: permit.paymentId, err: error });
		}
	}
	await tidyOutcomes(system).catch((err: unknown) => system.log.error({ event: "outcomes_not_tidied", err }));
	return merged;
}

/** Most lines were recorded long ago: two questions for all of them. */
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

/** False when the disk does not take it either: the database is still being tried. */
async function fileOutcome({ config, log }: SystemContext, line: OutcomeLine): Promise<boolean> {
	try {
		await appendOutcome(config.dataDir, line);
		return true;
	} catch (error) {
		log.error({ event: "outcome_not_filed", payment: line.permit.paymentId, err: error });
		return false;
	}
}
