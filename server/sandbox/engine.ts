/**
 * Executes due steps of transactions on each tick, never two runs at once, in the order of their due times. Each step is one commit and is
 * dated at its due time. `settle()` resolves when every step due by now is executed.
 */
import type { Selectable } from "kysely";
import { pruneRequests } from "#server/sandbox/api/request-log.ts";
import { accept } from "#server/sandbox/handset/pin-and-otp.ts";
import type { Sandbox } from "#server/sandbox/sandbox.ts";
import type { SandboxTransaction, StepTable } from "#server/sandbox/tables.ts";
import {
	addStep,
	expireTransaction,
	failTransaction,
	lockOpenTransaction,
	settleTransaction,
} from "#server/sandbox/transactions/end-transaction.ts";
import { payerMood } from "#server/sandbox/transactions/outcomes.ts";
import type { TransactionRow } from "#server/sandbox/transactions/wire-answers.ts";

export type Engine = ReturnType<typeof startEngine>;

// Short enough that a screen seems to change at once, long enough to load the database little.
const TICK_MS = 200;
const PRUNE_MS = 600_000;
const WATCHED_MS = 20_000;

export function startEngine(sandbox: Sandbox) {
	let stopping = false;
	let running: Promise<unknown> = Promise.resolve();
	const run = () => {
		const next = running.then(async () => {
			while (!stopping && (await runNextStep(sandbox)));
		});
		running = next.catch(() => undefined);
		return next;
	};
	let busy = false;
	const timer = setInterval(() => {
		if (busy) return;
		busy = true;
		run()
			.catch((err: unknown) => sandbox.log.error({ err, event: "tick_failed" }))
			.finally(() => {
				busy = false;
			});
	}, TICK_MS);
	const pruning = setInterval(() => {
		pruneRequests(sandbox.database).catch((err: unknown) => sandbox.log.error({ err, event: "prune_failed" }));
	}, PRUNE_MS);
	return {
		settle: run,
		async stop() {
			stopping = true;
			clearInterval(timer);
			clearInterval(pruning);
			await running;
		},
	};
}

async function runNextStep(sandbox: Sandbox): Promise<boolean> {
	const step = await sandbox.database
		.selectFrom("step")
		.selectAll()
		.where("due_at", "<=", sandbox.control.now())
		.orderBy("due_at")
		.orderBy("id")
		.limit(1)
		.executeTakeFirst();
	if (!step) return false;
	try {
		await sandbox.database.transaction().execute(async (database) => {
			// Locks the transaction before the step: a fixed order prevents deadlocks.
			const row = await lockOpenTransaction(database, step.reference);
			const taken = await database.deleteFrom("step").where("id", "=", step.id).returning("id").executeTakeFirst();
			if (row && taken) await runStep(sandbox, database, row, step);
		});
	} catch (err) {
		sandbox.log.error({ err, event: "step_failed", reference: step.reference });
		const due_at = new Date(sandbox.control.now().getTime() + 5_000);
		await sandbox.database.updateTable("step").set({ due_at }).where("id", "=", step.id).execute();
	}
	return true;
}

async function runStep(
	sandbox: Sandbox,
	database: SandboxTransaction,
	row: TransactionRow,
	step: Selectable<StepTable>,
): Promise<unknown> {
	switch (step.action) {
		case "settle":
			return settleTransaction(database, row, step.due_at);
		case "fail":
			return failTransaction(database, row, step.due_at, step.code ?? "unspecified");
		case "expire":
			return expireTransaction(database, row, step.due_at);
		case "autopilot":
			return answerByItself(sandbox, database, row, step.due_at);
	}
}

async function answerByItself(
	sandbox: Sandbox,
	database: SandboxTransaction,
	row: TransactionRow,
	at: Date,
): Promise<void> {
	if (!sandbox.control.autopilot() || row.answered_at) return;
	if (await isWatched(sandbox, database, row.phone_number)) {
		const due_at = new Date(sandbox.control.now().getTime() + WATCHED_MS);
		return addStep(database, { reference: row.reference, action: "autopilot", due_at });
	}
	const mood = payerMood(sandbox.random);
	if (mood === "pay") await accept(sandbox, database, row, at);
	if (mood === "refuse") await failTransaction(database, row, at, "not_approved");
	if (mood === "too_poor") await failTransaction(database, row, at, "insufficient_balance");
}

async function isWatched(sandbox: Sandbox, database: SandboxTransaction, phoneNumber: string): Promise<boolean> {
	const handset = await database
		.selectFrom("handset")
		.select("watched_at")
		.where("phone_number", "=", phoneNumber)
		.executeTakeFirst();
	const watchedAt = handset?.watched_at?.getTime();
	return watchedAt !== undefined && sandbox.control.now().getTime() - watchedAt < WATCHED_MS;
}
