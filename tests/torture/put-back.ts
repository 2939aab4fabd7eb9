/** A copy of the whole deployment, taken while it was suspended, is put back later: database and data folder, or one of them. */
import { cpSync, rmSync } from "node:fs";
import { join } from "node:path";
import { type Deployment, untilAnswers } from "#tests/torture/deployment.ts";
import { wakeAll } from "#tests/torture/server-processes.ts";
import type { Prepared, TortureContext } from "#tests/torture/single-payout.ts";
import type { Tally } from "#tests/torture/tally.ts";
import { untilSent, whileApprovedWait } from "#tests/torture/waiting-payouts.ts";

export const PUT_BACK = {
	everything: "database and folder put back together",
	database: "database put back alone",
	folder: "folder put back alone",
} as const;
export type PutBack = keyof typeof PUT_BACK;

export interface Copy {
	/** Later events are not in the copy. */
	takenAt: number;
	waiting: readonly Prepared[];
	database: string;
	folder: string;
}

/** Heartbeats that are younger than a minute make no gap, so a copy is put back when it is older. */
export const COPY_AGE_MS = 64_000;

/**
 * Takes a snapshot as a hypervisor does: everything is suspended meanwhile. Null if the waiting payouts do not leave in good
 * time, because the copy then shows nothing.
 */
export async function copyDeployment(context: TortureContext, place: string): Promise<Copy | null> {
	const { deployment } = context;
	const copy = { database: join(place, "copied-database"), folder: join(place, "copied-data") };
	for (const old of Object.values(copy)) rmSync(old, { recursive: true, force: true });
	const { takenAt, waiting } = await whileApprovedWait(context, async (approved) => {
		const takenAt = Date.now();
		await takeSnapshot(deployment, copy);
		return { takenAt, waiting: approved };
	});
	const isSent = waiting.length > 0 && (await untilSent(context, waiting));
	return isSent ? { ...copy, takenAt, waiting } : null;
}

/** The workers must be suspended already; web programs and server are suspended for the copy. */
export async function takeSnapshot(
	{ webs, victim, dataDir }: Deployment,
	{ database, folder }: Pick<Copy, "database" | "folder">,
): Promise<void> {
	const asleep = webs.filter((web) => web.pid !== null && !web.isSpared);
	for (const web of asleep) web.pause();
	const server = victim.suspend();
	try {
		await victim.copyTo(database);
		cpSync(dataDir, folder, { recursive: true });
	} finally {
		wakeAll(server);
		for (const web of asleep) web.release();
	}
}

/** Met if all programs are back, and payouts that are approved in the copy had been sent since. */
export async function putBack(context: TortureContext, tally: Tally, what: PutBack, copy: Copy): Promise<boolean> {
	const { deployment } = context;
	// A database may be replaced under running programs; a folder may not.
	if (what !== "database") await switchOff(deployment);
	if (what !== "folder") await deployment.victim.killForGood();
	tally.killed(what === "folder" ? "every program" : what === "database" ? "postmaster" : "the whole house");
	tally.lost({
		name: PUT_BACK[what],
		from: copy.takenAt,
		to: Date.now(),
		waiting: copy.waiting.map(({ order }) => order),
		ofDatabase: what !== "folder",
		ofFolder: what !== "database",
	});
	if (what !== "database") {
		rmSync(deployment.dataDir, { recursive: true, force: true });
		cpSync(copy.folder, deployment.dataDir, { recursive: true });
	}
	if (what !== "folder") {
		await deployment.victim.putBack(copy.database);
		await deployment.victim.revive();
		deployment.victim.makeStandby();
	}
	if (what !== "database") for (const program of programsOf(deployment)) program.start();
	for (const origin of deployment.origins) await untilAnswers(`${origin}/readyz`);
	return true;
}

async function switchOff(deployment: Deployment): Promise<void> {
	await Promise.all(programsOf(deployment).map((program) => program.switchOff()));
}

function programsOf({ webs, workers }: Deployment) {
	return [...webs, ...workers];
}
