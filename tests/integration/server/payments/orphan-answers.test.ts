import { appendFile, mkdir, readdir, readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { ulid } from "ulid";
import { describe, expect, test } from "vitest";
import type { AttemptOutcome } from "#server/payments/attempt-outcome.ts";
import { keepOutcome, mergeOutcomes } from "#server/payments/keep-outcome.ts";
import { sendPayment } from "#server/payments/send-payment.ts";
import { testConfig } from "#tests/support/contexts.ts";
import { answerTo, newReference, openPaymentDesk, QUICK } from "#tests/support/payment-desk.ts";

const desk = await openPaymentDesk();
const { script, system, database } = desk;
const FILE = "unrecorded-outcomes.jsonl";

function outcomeOf(changes: Partial<AttemptOutcome> = {}): AttemptOutcome {
	return {
		...{ state: "succeeded", event: "succeeded", note: null, httpStatus: 201, excerpt: '{"reference":"…"}' },
		...{ reference: newReference(), hintReference: null, serviceStatus: "success", opaqueId: null },
		...{ paymentUrl: null, qrCode: null, processedAt: null, answeredAt: desk.clock.now().toISOString() },
		...changes,
	};
}

const permitOf = (paymentId: string = ulid()) => ({ attemptId: ulid(), paymentId, workerId: "gone" });
const kept = (attemptId: string) =>
	database.selectFrom("orphan_answer").selectAll().where("attempt_id", "=", attemptId).executeTakeFirst();

describe("an answer whose attempt this database does not have", () => {
	test("from the file is kept with its reference, once", async () => {
		const own = { ...system, config: testConfig() };
		const [permit, outcome] = [permitOf(), outcomeOf()];
		await mkdir(own.config.dataDir, { recursive: true });
		await writeFile(join(own.config.dataDir, FILE), `${JSON.stringify({ permit, outcome })}\n`);
		await mergeOutcomes(own);
		await mergeOutcomes({ ...own });
		expect(await kept(permit.attemptId)).toMatchObject({
			payment_id: permit.paymentId,
			reference: outcome.reference,
			state: "succeeded",
			resolved_at: null,
		});
	});

	test("that comes when the database was put back during the POST is kept; the payment, approved again, does not move", async () => {
		const payment = await desk.approved();
		const before = await desk.row(payment.id);
		const reference = newReference();
		script.post = async (respond, body) => {
			await database.deleteFrom("attempt").where("payment_id", "=", payment.id).execute();
			await database
				.updateTable("payment")
				.set({ state: "approved", version: before.version, sent_at: null, deadline_at: null })
				.where("id", "=", payment.id)
				.execute();
			respond.json(201, answerTo(body, { reference }));
		};
		await sendPayment(system, { paymentId: payment.id, workerId: "w", timing: QUICK });
		expect(await desk.row(payment.id)).toMatchObject({ state: "approved", version: before.version, reference: null });
		const row = await database.selectFrom("orphan_answer").selectAll().where("reference", "=", reference).execute();
		expect(row).toMatchObject([{ payment_id: payment.id, worker_id: "w" }]);
	});

	test("is not kept when it is proof that nothing was sent", async () => {
		const permit = permitOf();
		const outcome = outcomeOf({ state: "not_sent", event: "not_sent_disk", reference: null });
		await keepOutcome(system, permit, outcome, QUICK);
		expect(await kept(permit.attemptId)).toBeUndefined();
	});
});

describe("the file of answers", () => {
	test("is read on from where it was read to, also when another file takes its place", async () => {
		const own = { ...system, config: testConfig() };
		const path = join(own.config.dataDir, FILE);
		const lines = [permitOf(), permitOf(), permitOf()].map((permit) => ({ permit, outcome: outcomeOf() }));
		const text = lines.map((line) => `\n${JSON.stringify(line)}\n`);
		await mkdir(own.config.dataDir, { recursive: true });
		await writeFile(path, text[0] ?? "");
		await mergeOutcomes(own);
		// Half a line is not a line yet.
		await appendFile(path, text[1]?.slice(0, 60) ?? "");
		await mergeOutcomes(own);
		expect(await kept(lines[1]?.permit.attemptId ?? "")).toBeUndefined();
		await appendFile(path, text[1]?.slice(60) ?? "");
		await mergeOutcomes(own);
		expect(await kept(lines[1]?.permit.attemptId ?? "")).toBeDefined();
		await rename(path, `${path}.away`);
		await writeFile(path, text[2] ?? "");
		await mergeOutcomes(own);
		expect(await kept(lines[2]?.permit.attemptId ?? "")).toBeDefined();
	});

	test("a whole line that nobody can read is reported once", async () => {
		const said: unknown[] = [];
		const log = { ...system.log, error: (facts: unknown) => said.push(facts) } as unknown as typeof system.log;
		const own = { ...system, log, config: testConfig() };
		const path = join(own.config.dataDir, FILE);
		await mkdir(own.config.dataDir, { recursive: true });
		await writeFile(path, '{"permit":{},"outcome":{"reference":"TX-GONE-1"}}\n');
		await mergeOutcomes(own);
		await mergeOutcomes(own);
		expect(said).toMatchObject([{ event: "outcome_unreadable", reference: "TX-GONE-1" }]);
	});

	test("that has grown is set aside whole, and read as long as a line of it waits", async () => {
		const own = { ...system, config: testConfig() };
		const path = join(own.config.dataDir, FILE);
		const line = { permit: permitOf(), outcome: outcomeOf() };
		await mkdir(own.config.dataDir, { recursive: true });
		await writeFile(path, `${JSON.stringify({ old: "x".repeat(1_100_000) })}\n${JSON.stringify(line)}\n`);
		await mergeOutcomes(own);
		const names = await readdir(own.config.dataDir);
		expect(names).toHaveLength(1);
		expect(names[0]).toMatch(/^unrecorded-outcomes\..+\.jsonl$/);
		expect(await readFile(join(own.config.dataDir, names[0] ?? ""), "utf8")).toContain(line.permit.attemptId);
		await database.deleteFrom("orphan_answer").where("attempt_id", "=", line.permit.attemptId).execute();
		await mergeOutcomes({ ...own });
		expect(await kept(line.permit.attemptId)).toBeDefined();
	});
});
