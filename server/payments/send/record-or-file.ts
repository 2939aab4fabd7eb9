import { setTimeout as pause } from "node:timers/promises";
import type { SystemContext } from "#server/context.ts";
import type { Timing } from "#server/payment-records/timing.ts";
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
