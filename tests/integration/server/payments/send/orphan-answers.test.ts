import { appendFile, mkdir, readdir, readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { ulid } from "ulid";
import { describe, expect, test } from "vitest";
import { findNeeds } from "#server/overview/find-needs.ts";
import { attachReference } from "#server/payments/resolve/attach-reference.ts";
import type { AttemptOutcome } from "#server/payments/send/attempt-outcome.ts";
import { mergeOutcomes, recordOrSaveToFile } from "#server/payments/send/outcome-file.ts";
import { listImportedTransactions } from "#server/transactions/list-imported-transactions.ts";
import { listOrphanAnswers } from "#server/transactions/list-orphan-answers.ts";
import { resolveOrphanAnswer } from "#server/transactions/resolve-orphan-answer.ts";
import { testConfig } from "#tests/support/contexts.ts";
import { answerTo, newReference, openPaymentDesk, QUICK, statusFor } from "#tests/support/payment-desk.ts";
import { auditEntries } from "#tests/support/rows/audit-entries.ts";
import { updateRows } from "#tests/support/rows/rows.ts";

const desk = await openPaymentDesk();
const { script, system, database } = desk;
const FILE = "unrecorded-outcomes.jsonl";

function outcomeOf(changes: Partial<AttemptOutcome> = {}): AttemptOutcome {
	return {
		...{ state: "succeeded", httpStatus: 201, excerpt: '{"reference":"…"}' },
		content: { event: "succeeded", details: { reference: "TX", status: "success" } },
		...{ reference: newReference(), hintReference: null, serviceStatus: "success", opaqueId: null },
		...{ saidAmount: null, saidCurrency: null, createdAt: null, serviceSentAt: null },
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
			await updateRows(
				database,
				"payment",
				{ id: payment.id },
				{ state: "approved", version: before.version, sent_at: null, send_deadline: null },
			);
			respond.json(201, answerTo(body, { reference }));
		};
		await desk.send(payment);
		expect(await desk.row(payment.id)).toMatchObject({ state: "approved", version: before.version, reference: null });
		const row = await database.selectFrom("orphan_answer").selectAll().where("reference", "=", reference).execute();
		expect(row).toMatchObject([{ payment_id: payment.id, worker_id: "w" }]);
	});

	test("is not kept when it is proof that nothing was sent", async () => {
		const permit = permitOf();
		const outcome = outcomeOf({ state: "not_sent", content: { event: "not_sent_disk", details: {} }, reference: null });
		await recordOrSaveToFile(system, permit, outcome, QUICK);
		expect(await kept(permit.attemptId)).toBeUndefined();
	});
});

describe("the file of outcomes", () => {
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

describe("what becomes of such an answer", () => {
	const answers = async (context = desk.admin) => (await listOrphanAnswers(context)).items;

	async function keptFor(paymentId?: string, changes: Partial<AttemptOutcome> = {}) {
		const [permit, outcome] = [permitOf(paymentId), outcomeOf(changes)];
		await recordOrSaveToFile(system, permit, outcome, QUICK);
		const answer = (await answers()).find(({ id }) => id === permit.attemptId);
		if (!answer) throw new Error("it is not shown");
		return answer;
	}

	async function unknown() {
		script.post = (respond) => respond.reset();
		const payment = await desk.approved();
		await desk.send(payment);
		return desk.read(payment);
	}

	const actions = async (id: string) => {
		const rows = await auditEntries(database, { subject_kind: "transaction" });
		return rows.filter(({ details }) => (details as { attempt?: string }).attempt === id).map(({ action }) => action);
	};

	test("admins alone see it, on Home too, until it is decided", async () => {
		const answer = await keptFor();
		expect(answer.payment).toBeNull();
		await expect(answers(desk.approver)).rejects.toMatchObject({ code: "forbidden" });
		const reasons = async (context: typeof desk.admin) => (await findNeeds(context)).map((need) => need.kind);
		expect(await reasons(desk.admin)).toContain("orphan_answer");
		expect(await reasons(desk.approver)).not.toContain("orphan_answer");
		const request = { action: "dismiss", reason: "recorded in the books of March" } as const;
		await expect(resolveOrphanAnswer(desk.approver, { id: answer.id, request })).rejects.toMatchObject({
			code: "forbidden",
		});
		await expect(
			resolveOrphanAnswer(desk.admin, { id: answer.id, request: { action: "dismiss", reason: "no" } }),
		).rejects.toMatchObject({ code: "invalid_input" });
		await resolveOrphanAnswer(desk.admin, { id: answer.id, request });
		await expect(resolveOrphanAnswer(desk.admin, { id: answer.id, request })).rejects.toMatchObject({
			code: "conflict",
		});
		expect((await answers()).map(({ id }) => id)).not.toContain(answer.id);
		expect(await actions(answer.id)).toEqual(["transaction.answer_kept", "transaction.answer_dismissed"]);
	});

	test("attached to an unknown payment, once the service itself confirms it", async () => {
		const payment = await unknown();
		const answer = await keptFor(payment.id);
		expect(answer.payment).toMatchObject({ id: payment.id, state: "unknown" });
		const { kind, id: paymentId, version } = payment;
		const request = { action: "attach", kind, paymentId, version } as const;
		await expect(resolveOrphanAnswer(desk.admin, { id: answer.id, request })).rejects.toMatchObject({
			fields: { reference: "reference_not_found" },
		});
		script.words.set(answer.reference ?? "", statusFor(payment, "success"));
		await resolveOrphanAnswer(desk.admin, { id: answer.id, request });
		expect(await desk.read(payment)).toMatchObject({ state: "succeeded", reference: answer.reference });
		expect(await actions(answer.id)).toEqual(["transaction.answer_kept", "transaction.answer_attached"]);
	});

	test("imported among what was started elsewhere; without a reference it can only be dismissed", async () => {
		const answer = await keptFor();
		await resolveOrphanAnswer(desk.admin, { id: answer.id, request: { action: "import" } });
		const imported = await listImportedTransactions(desk.admin, {});
		expect(imported.items.map(({ reference }) => reference)).toContain(answer.reference);
		expect(await actions(answer.id)).toEqual(["transaction.answer_kept", "transaction.answer_imported"]);
		const content = { event: "answer_unclear", details: { cause: "broken_off", words: null } } as const;
		const unclear = await keptFor(undefined, { state: "unknown", content, reference: null });
		await expect(
			resolveOrphanAnswer(desk.admin, { id: unclear.id, request: { action: "import" } }),
		).rejects.toMatchObject({ fields: { reference: "needed" } });
	});

	test("is admitted, and shown no more, when people attached its reference by themselves", async () => {
		const payment = await unknown();
		const answer = await keptFor();
		script.words.set(answer.reference ?? "", statusFor(payment, "success"));
		const { kind, id, version } = payment;
		await attachReference(desk.approver, { kind, id, reference: answer.reference ?? "", version });
		expect((await answers()).map((each) => each.id)).not.toContain(answer.id);
	});
});
