import { execFileSync } from "node:child_process";
import { closeSync, mkdirSync, openSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { sql } from "kysely";
import { expect, test, vi } from "vitest";
import { stopIfDatabaseSuspect } from "#server/continuity/database-mismatch.ts";
import { keepReceivedHeads } from "#server/worker/head-keeper.ts";
import { runWorker } from "#server/worker/run-worker.ts";
import { knownMachines } from "#tests/support/desk/known-machine.ts";
import { openPaymentDesk } from "#tests/support/payment-desk.ts";
import { temporaryFolder } from "#tests/support/programs/temporary-folder.ts";

const desk = await openPaymentDesk();
const { machine, send } = knownMachines(desk);

/** A pipe waits for its other end, to be read and to be written, just as a network folder waits while its machine is off. */
function pipeIn(headDir: string, folder: string, name: string) {
	const pipe = join(headDir, folder, name);
	mkdirSync(join(headDir, folder), { recursive: true });
	execFileSync("mkfifo", [pipe]);
	return async () => {
		const answer = openSync(pipe, "r+");
		await rm(pipe);
		closeSync(answer);
	};
}

test.each([
	["head", "x.json"],
	["journal", "w.trial"],
])("HEAD_DIR that does not answer in %s is a wait, and nothing is sent until it answers", async (folder, name) => {
	const headDir = temporaryFolder();
	const system = await machine({ headDir });
	const payout = await desk.approved();
	const before = desk.posts().length;
	const answer = pipeIn(headDir, folder, name);
	expect(await send(system, payout.id)).toBe("disk_unwritable");
	if (folder === "head") await expect(stopIfDatabaseSuspect({ system, workerId: "w" })).rejects.toThrow("in time");
	expect(await desk.state(payout.id)).toBe("approved");
	await answer();
	await sql`update payout_wait set retry_at = now()`.execute(desk.database);
	expect(await send(system, payout.id)).toBe("attempted");
	expect(desk.posts()).toHaveLength(before + 1);
});

test("HEAD_DIR that stops answering at the permit ends the payout as not sent, and keeps no round from its other steps", async () => {
	const headDir = temporaryFolder();
	const system = await machine({ headDir, databaseUrl: desk.system.config.databaseUrl });
	const payout = await desk.approved();
	const before = desk.posts().length;
	const answers = [pipeIn(headDir, "journal", "w.000001.jsonl"), pipeIn(headDir, "head", "other.json.draft")];
	const sending = send(system, payout.id);
	const keeper = keepReceivedHeads(system, "other");
	await expect(keeper.checkHead()).rejects.toThrow("in time");
	// The outcome is recorded although the journal still waits for the note that nothing was sent.
	await vi.waitFor(async () => expect(await desk.state(payout.id)).toBe("not_sent"), { timeout: 25_000 });
	for (const answer of answers) await answer();
	expect(await sending).toBe("attempted");
	expect(desk.posts()).toHaveLength(before);
	await keeper.stop();
});

test("HEAD_DIR that does not answer keeps no worker from starting, and its first round from no other step", async () => {
	const headDir = temporaryFolder();
	const system = await machine({ headDir });
	const deposit = await desk.deposit();
	await sql`update payment_event set at = at - interval '60 days' where payment_id = ${deposit.id}`.execute(
		desk.database,
	);
	const answers = [pipeIn(headDir, "head", "place"), pipeIn(headDir, "head", "x.json")];
	const worker = await runWorker(system, desk.pool);
	expect(worker.lastHeartbeat()).not.toBeNull();
	expect(await desk.state(deposit.id)).toBe("expired");
	for (const answer of answers) await answer();
	await worker.stop();
});
