import { execFileSync } from "node:child_process";
import { closeSync, mkdirSync, openSync } from "node:fs";
import { rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { expect, test, vi } from "vitest";
import { advanceHead, stopIfDatabaseSuspect } from "#server/continuity/database-mismatch.ts";
import { runWorker } from "#server/worker/run-worker.ts";
import { knownMachines } from "#tests/support/desk/known-machine.ts";
import { openPaymentDesk } from "#tests/support/payment-desk.ts";
import { temporaryFolder } from "#tests/support/programs/temporary-folder.ts";

const desk = await openPaymentDesk();
const { machine, send } = knownMachines(desk);

/** A pipe waits for its other end, to be read and to be written, just as a network folder waits while its machine is off. */
function pipeAt(pipe: string) {
	mkdirSync(dirname(pipe), { recursive: true });
	execFileSync("mkfifo", [pipe]);
	return async () => {
		const answer = openSync(pipe, "r+");
		await rm(pipe);
		closeSync(answer);
	};
}

test.each(["head/x.json", "journal/w.trial"])("HEAD_DIR whose %s does not answer is a wait", async (file) => {
	const headDir = temporaryFolder();
	const system = await machine({ headDir });
	const payout = await desk.approved();
	const answer = pipeAt(join(headDir, file));
	expect(await send(system, payout.id)).toBe("disk_unwritable");
	if (file === "head/x.json") await expect(stopIfDatabaseSuspect({ system, workerId: "w" })).rejects.toThrow("in time");
	expect(await desk.state(payout.id)).toBe("approved");
	await answer();
	await desk.pool.query("update payout_wait set retry_at = now()");
	expect(await send(system, payout.id)).toBe("attempted");
	expect((await desk.read(payout)).sentAt).not.toBeNull();
});

test("HEAD_DIR that stops answering at the permit ends the payout as not sent, and holds no writer of heads", async () => {
	const headDir = temporaryFolder();
	const system = await machine({ headDir });
	const payout = await desk.approved();
	const answers = ["journal/w.000001.jsonl", "head/other.json.draft"].map((file) => pipeAt(join(headDir, file)));
	const sending = send(system, payout.id);
	await expect(advanceHead(system, "other")).rejects.toThrow("in time");
	// The outcome is recorded although the journal still waits for the note that nothing was sent.
	await vi.waitFor(async () => expect(await desk.state(payout.id)).toBe("not_sent"), { timeout: 25_000 });
	for (const answer of answers) await answer();
	expect(await sending).toBe("attempted");
});

test("HEAD_DIR that does not answer keeps no worker from starting, and its first round from no other step", async () => {
	const headDir = temporaryFolder();
	const system = await machine({ headDir });
	const deposit = await desk.deposit();
	await desk.pool.query("update payment_event set at = at - interval '60 days'");
	const answers = ["head/place", "head/x.json"].map((file) => pipeAt(join(headDir, file)));
	const worker = await runWorker(system, desk.pool);
	expect(await desk.state(deposit.id)).toBe("expired");
	for (const answer of answers) await answer();
	await worker.stop();
});
