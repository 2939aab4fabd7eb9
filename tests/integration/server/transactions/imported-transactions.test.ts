import { sql } from "kysely";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { importedTransactionListSchema, importResultSchema } from "#lib/contracts/imported-transaction.ts";
import { verifyAudit } from "#server/audit/verify-audit.ts";
import type { Context } from "#server/context.ts";
import { importReferences } from "#server/transactions/import-references.ts";
import { listImportedTransactions } from "#server/transactions/list-imported-transactions.ts";
import { lookUpImported } from "#server/transactions/look-up-imported.ts";
import { watchingTasks } from "#server/worker/tasks.ts";
import { fixedClock, people, systemContext, TEST_NOW } from "#tests/support/contexts.ts";
import { createTestDatabase } from "#tests/support/database.ts";
import { newestEntry } from "#tests/support/rows/audit-entries.ts";
import { insertPayment } from "#tests/support/rows/insert-payment.ts";
import { clientOf } from "#tests/support/service/momo-client.ts";
import { type Respond, type ScriptedRequest, startScriptedService } from "#tests/support/service/scripted-service.ts";

const MINUTE_MS = 60_000;
const { database } = await createTestDatabase();
const scripted = await startScriptedService();
const service = clientOf(scripted.baseUrl, { reads: { retries: 0, breakAfter: 1_000 } });
const clock = fixedClock();
const system = systemContext({ database, service, clock });
const { maker, viewer } = await people(system);
afterAll(async () => {
	await service.close();
	await scripted.close();
});
beforeEach(async () => {
	scripted.requests.length = 0;
	await database.deleteFrom("imported_transaction").execute();
	await database.deleteFrom("payment").execute();
});

const referenceOf = (request: ScriptedRequest) => request.path.split("/").at(-2) ?? "";
const word = (reference: string, facts: Record<string, string> = {}) => ({
	reference,
	transaction_type: "withdrawal",
	status: "success",
	amount: "45000.00",
	currency: "XOF",
	created_at: "2026-02-01T10:00:00Z",
	processed_at: "2026-02-01T10:00:05Z",
	...facts,
});
const knows = (facts?: Record<string, string>) => (request: ScriptedRequest, respond: Respond) =>
	respond.json(200, word(referenceOf(request), facts));
const list = async (context: Context, query = {}) =>
	importedTransactionListSchema.parse(await listImportedTransactions(context, query));
const only = async () => (await list(maker)).items[0];

describe("references started elsewhere", () => {
	test("join the register once, however often they are brought, and in the order of their list", async () => {
		const first = await importReferences(maker, { references: ["TX-B", "TX-A", "TX-B"] });
		expect(importResultSchema.parse(first)).toEqual({ added: 2, already: 0, ours: [] });
		clock.advance(1_000);
		expect(await importReferences(maker, { references: ["TX-A", "TX-C"] })).toEqual({ added: 1, already: 1, ours: [] });
		const { items, counts } = await list(viewer);
		expect(items.map(({ reference }) => reference)).toEqual(["TX-C", "TX-B", "TX-A"]);
		expect(counts).toEqual({ waiting: 3, found: 0, not_found: 0, unreadable: 0 });
	});

	test("brought twice at the same moment join once", async () => {
		const references = ["TX-1", "TX-2", "TX-3"];
		const results = await Promise.all([1, 2, 3].map(() => importReferences(maker, { references })));
		expect(results.reduce((sum, { added }) => sum + added, 0)).toBe(3);
	});

	test("brought twice at the same moment in another order join once", async () => {
		for (let round = 0; round < 5; round += 1) {
			const references = Array.from({ length: 400 }, (_, n) => `TX-${round}-${n}`);
			const lists = [references, references.toReversed()];
			const results = await Promise.all(lists.map((list) => importReferences(maker, { references: list })));
			expect(results.reduce((sum, { added }) => sum + added, 0)).toBe(400);
		}
	});

	test("that are ours are recognised and do not join", async () => {
		const own = await insertPayment(system, maker.member, { state: "succeeded", reference: "TX-OURS" });
		const result = await importReferences(maker, { references: ["TX-OURS", "TX-THEIRS"] });
		expect(result).toEqual({
			added: 1,
			already: 0,
			ours: [{ reference: "TX-OURS", payment: { id: own, kind: "payout", state: "succeeded" } }],
		});
		expect((await list(maker)).items.map(({ reference }) => reference)).toEqual(["TX-THEIRS"]);
	});

	test("may be read by a viewer, who may not bring any", async () => {
		await expect(importReferences(viewer, { references: ["TX-1"] })).rejects.toMatchObject({ code: "forbidden" });
	});

	test.each([{ references: [] }, { references: ["../etc"] }, { references: Array(401).fill("TX-1") }])(
		"that are no such list are refused: %j",
		async (input) => {
			await expect(importReferences(maker, input)).rejects.toMatchObject({ code: "invalid_input" });
		},
	);

	test("leave a word in the record, and the record stays whole", async () => {
		await importReferences(maker, { references: ["TX-9"] });
		const { action, details } = await newestEntry(database);
		expect({ action, details }).toEqual({
			action: "transaction.imported",
			details: { added: "1", already: "0", ours: "0" },
		});
		expect(await verifyAudit(database)).toMatchObject({ bad: null });
	});

	test("come page by page, each once", async () => {
		await importReferences(maker, { references: Array.from({ length: 7 }, (_, n) => `TX-${n}`) });
		const seen: string[] = [];
		let cursor: string | null = null;
		do {
			const page = await list(maker, { limit: 3, ...(cursor ? { cursor } : {}) });
			seen.push(...page.items.map(({ reference }) => reference));
			cursor = page.nextCursor;
		} while (cursor !== null);
		expect(seen).toEqual(Array.from({ length: 7 }, (_, n) => `TX-${n}`));
	});
});

describe("the look-up of imported references", () => {
	test("asks once for each and keeps what the service says", async () => {
		scripted.answer(knows());
		await importReferences(maker, { references: ["TX-1", "TX-2", "TX-3", "TX-4", "TX-5"] });
		expect(await lookUpImported(system)).toBe(5);
		expect(scripted.requests.map(referenceOf).sort()).toEqual(["TX-1", "TX-2", "TX-3", "TX-4", "TX-5"]);
		expect(await only()).toMatchObject({
			state: "found",
			transactionType: "withdrawal",
			amount: "45000.00",
			currency: "XOF",
			serviceStatus: "success",
			nextCheckAt: null,
			payment: null,
			mayAnswer: [],
		});
	});

	test("has the wallets' lines matched by what was found, although no list has come since", async () => {
		scripted.answer(knows());
		await importReferences(maker, { references: ["TX-1"] });
		await watchingTasks(system).look_up_imports?.({}, {} as never);
		const { rows } = await sql`select from graphile_worker.jobs where key = 'reconcile_wallet:XOF'`.execute(database);
		expect(rows).toHaveLength(1);
	});

	test("asks for four at once, however many wait", async () => {
		let [now, most] = [0, 0];
		scripted.answer(async (request, respond) => {
			now += 1;
			most = Math.max(most, now);
			await new Promise((resolve) => setImmediate(resolve));
			now -= 1;
			knows()(request, respond);
		});
		await importReferences(maker, { references: Array.from({ length: 400 }, (_, n) => `TX-${n}`) });
		expect(await lookUpImported(system)).toBe(400);
		expect(most).toBeLessThanOrEqual(4);
	});

	test("by two workers at once asks once for each", async () => {
		scripted.answer(knows());
		await importReferences(maker, { references: Array.from({ length: 20 }, (_, n) => `TX-${n}`) });
		await Promise.all([lookUpImported(system), lookUpImported(system)]);
		expect(scripted.requests.map(referenceOf).sort()).toEqual(Array.from({ length: 20 }, (_, n) => `TX-${n}`).sort());
	});

	test("goes on watching what is not final, and takes its new word", async () => {
		scripted.answer(knows({ status: "pending" }));
		await importReferences(maker, { references: ["TX-P"] });
		await lookUpImported(system);
		expect(await only()).toMatchObject({ serviceStatus: "pending" });
		expect(await lookUpImported(system)).toBe(0);
		scripted.answer(knows());
		clock.advance(3 * MINUTE_MS);
		expect(await lookUpImported(system)).toBe(1);
		expect(await only()).toMatchObject({ serviceStatus: "success", nextCheckAt: null });
	});

	test("says that the service does not know one, and never that a payment failed", async () => {
		scripted.answer((_request, respond) => respond.json(404, {}));
		await importReferences(maker, { references: ["TX-NONE"] });
		await lookUpImported(system);
		expect(await only()).toMatchObject({ state: "not_found", amount: null, serviceStatus: null });
	});

	test("keeps what was found although the service forgets it later", async () => {
		scripted.answer(knows({ status: "pending" }));
		await importReferences(maker, { references: ["TX-F"] });
		await lookUpImported(system);
		scripted.answer((_request, respond) => respond.json(404, {}));
		clock.advance(3 * MINUTE_MS);
		await lookUpImported(system);
		expect(await only()).toMatchObject({ state: "found", amount: "45000.00" });
	});

	test.each([
		[
			"an answer that is no JSON",
			(respond: Respond) => respond.raw(200, { "content-type": "text/html" }, "<b>no</b>"),
			"not_json",
		],
		["an amount that is none", (respond: Respond) => respond.json(200, word("TX-U", { amount: "1e5" })), "unreadable"],
		["somebody else's transaction", (respond: Respond) => respond.json(200, word("TX-OTHER")), "other_reference"],
	])("withholds the figures of %s", async (_name, answer, cause) => {
		scripted.answer((_request, respond) => answer(respond));
		await importReferences(maker, { references: ["TX-U"] });
		await lookUpImported(system);
		expect(await only()).toMatchObject({ state: "unreadable", amount: null, cause });
	});

	test("leaves a line waiting while the service is away, and asks again later", async () => {
		scripted.answer((_request, respond) => respond.json(503, {}));
		await importReferences(maker, { references: ["TX-W"] });
		await lookUpImported(system);
		expect(await only()).toMatchObject({ state: "waiting", lastCheckedAt: null });
		scripted.answer(knows());
		clock.advance(2 * MINUTE_MS);
		await lookUpImported(system);
		expect(await only()).toMatchObject({ state: "found" });
	});

	test.each([400, 410, 422])(
		"of one that the service refuses with %i says so, and the others are looked up",
		async (code) => {
			scripted.answer((request, respond) =>
				referenceOf(request) === "TX-0" ? respond.json(code, {}) : knows()(request, respond),
			);
			await importReferences(maker, { references: Array.from({ length: 9 }, (_, n) => `TX-${n}`) });
			expect(await lookUpImported(system)).toBe(9);
			expect(await only()).toMatchObject({ reference: "TX-0", state: "unreadable", cause: `status:${code}` });
		},
	);

	test.each([401, 403, 429])("refused with %i stops: that concerns every reference", async (code) => {
		scripted.answer((_request, respond) => respond.json(code, {}));
		await importReferences(maker, { references: Array.from({ length: 9 }, (_, n) => `TX-${n}`) });
		expect(await lookUpImported(system)).toBe(4);
		expect(await only()).toMatchObject({ state: "waiting", cause: null });
	});

	test("does not stop at one that the service cannot tell", async () => {
		scripted.answer((request, respond) =>
			referenceOf(request) === "TX-0" ? respond.json(500, {}) : knows()(request, respond),
		);
		await importReferences(maker, { references: Array.from({ length: 9 }, (_, n) => `TX-${n}`) });
		expect(await lookUpImported(system)).toBe(9);
		expect(await only()).toMatchObject({ reference: "TX-0", state: "waiting" });
	});

	test("points at the payment of equal facts whose end is unknown, and at no other", async () => {
		const unknown = { state: "unknown", reference: null } as const;
		const fits = await insertPayment(system, maker.member, { ...unknown, amount: "45000.00" });
		await insertPayment(system, maker.member, { ...unknown, amount: "45001.00" });
		await insertPayment(system, maker.member, { ...unknown, amount: "45000.00", currency: "XAF" });
		await insertPayment(system, maker.member, { ...unknown, amount: "45000.00", kind: "deposit" });
		scripted.answer(knows({ created_at: TEST_NOW.toISOString() }));
		await importReferences(maker, { references: ["TX-LOST"] });
		await lookUpImported(system);
		expect(await only()).toMatchObject({ mayAnswer: [{ id: fits, kind: "payout" }] });
	});

	test.each([
		["weeks before", "2026-02-01T10:00:00Z"],
		["hours after", "2026-03-10T12:00:00Z"],
	])("made %s the payment was sent is not taken for its answer", async (_when, createdAt) => {
		await insertPayment(system, maker.member, { state: "unknown", reference: null, amount: "45000.00" });
		scripted.answer(knows({ created_at: createdAt }));
		await importReferences(maker, { references: ["TX-OTHER"] });
		await lookUpImported(system);
		expect(await only()).toMatchObject({ state: "found", mayAnswer: [] });
	});

	test("knows a reference as ours once a payment took it", async () => {
		scripted.answer(knows());
		await importReferences(maker, { references: ["TX-LATER"] });
		const id = await insertPayment(system, maker.member, { state: "succeeded", reference: "TX-LATER" });
		expect(await only()).toMatchObject({ payment: { id, state: "succeeded" }, mayAnswer: [] });
	});
});
