import { sql } from "kysely";
import { beforeEach, describe, expect, test } from "vitest";
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
import type { Respond, ScriptedRequest } from "#tests/support/service/scripted-service.ts";
import { servedClient } from "#tests/support/service/served-client.ts";

const MINUTE_MS = 60_000;
const { database } = await createTestDatabase();
const { scripted, client: service } = await servedClient({ reads: { retries: 0, breakAfter: 1_000 } });
const clock = fixedClock();
const system = systemContext({ database, service, clock });
const { maker, viewer } = await people(system);
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
const numbered = (count: number) => Array.from({ length: count }, (_, n) => `TX-${n}`);
const lookUp = async (...references: string[]) => {
	await importReferences(maker, { references });
	return lookUpImported(system);
};

describe("references started elsewhere", () => {
	test("join the register once, however often they are brought, and in the order of their list", async () => {
		const first = await importReferences(maker, { references: ["TX-B", "TX-A", "TX-B"] });
		expect(importResultSchema.parse(first)).toEqual({ added: 2, already: 0, ours: [] });
		clock.advance(1_000);
		expect(await importReferences(maker, { references: ["TX-A", "TX-C"] })).toEqual({ added: 1, already: 1, ours: [] });
		const { items, counts } = await list(viewer);
		expect(items.map(({ reference }) => reference)).toEqual(["TX-C", "TX-B", "TX-A"]);
		expect(counts).toEqual({ waiting: 3, found: 0, not_found: 0, unreadable: 0 });
		expect(await newestEntry(database)).toMatchObject({
			action: "transaction.imported",
			details: { added: "1", already: "1", ours: "0" },
		});
		expect(await verifyAudit(database)).toMatchObject({ bad: null });
	});

	test("brought twice at the same moment in another order join once", async () => {
		for (let round = 0; round < 5; round += 1) {
			const references = Array.from({ length: 400 }, (_, n) => `TX-${round}-${n}`);
			const lists = [references, references.toReversed()];
			const results = await Promise.all(lists.map((list) => importReferences(maker, { references: list })));
			expect(results.reduce((sum, { added }) => sum + added, 0)).toBe(400);
		}
	});

	test("are brought by who may, as a list of references; that are ours are recognised and do not join", async () => {
		await expect(importReferences(viewer, { references: ["TX-1"] })).rejects.toMatchObject({ code: "forbidden" });
		for (const references of [[], ["../etc"], Array(401).fill("TX-1")])
			await expect(importReferences(maker, { references })).rejects.toMatchObject({ code: "invalid_input" });
		const own = await insertPayment(system, maker.member, { state: "succeeded", reference: "TX-OURS" });
		const result = await importReferences(maker, { references: ["TX-OURS", "TX-THEIRS"] });
		expect(result).toEqual({
			added: 1,
			already: 0,
			ours: [{ reference: "TX-OURS", payment: { id: own, kind: "payout", state: "succeeded" } }],
		});
		expect((await list(maker)).items.map(({ reference }) => reference)).toEqual(["TX-THEIRS"]);
	});

	test("that are imported again do not move the next page to the beginning", async () => {
		await importReferences(maker, { references: numbered(7) });
		const { items, nextCursor } = await list(maker, { limit: 3 });
		await sql`update imported_transaction set imported_at = imported_at + interval '1 hour'
			where reference = ${items.at(-1)?.reference}`.execute(database);
		const next = await list(maker, { limit: 3, cursor: nextCursor ?? "" });
		expect(next.items.map(({ reference }) => reference)).toEqual(numbered(7).slice(3, 6));
	});

	test("come page by page, each once", async () => {
		await importReferences(maker, { references: numbered(7) });
		const seen: string[] = [];
		let cursor: string | null = null;
		do {
			const page = await list(maker, { limit: 3, ...(cursor ? { cursor } : {}) });
			seen.push(...page.items.map(({ reference }) => reference));
			cursor = page.nextCursor;
		} while (cursor !== null);
		expect(seen).toEqual(numbered(7));
		expect((await list(maker, { cursor: "TX-GONE" })).items).toHaveLength(7);
	});
});

describe("the look-up of imported references", () => {
	test("asks once for each and keeps what the service says", async () => {
		scripted.answer(knows());
		expect(await lookUp(...numbered(5))).toBe(5);
		expect(scripted.requests.map(referenceOf).sort()).toEqual(numbered(5));
		expect(await only()).toMatchObject({
			...{ state: "found", transactionType: "withdrawal", amount: "45000.00", currency: "XOF" },
			...{ serviceStatus: "success", nextCheckAt: null, payment: null, mayAnswer: [] },
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
		expect(await lookUp(...numbered(400))).toBe(400);
		expect(most).toBeLessThanOrEqual(4);
	});

	test("by two workers at once asks once for each", async () => {
		scripted.answer(knows());
		await importReferences(maker, { references: numbered(20) });
		await Promise.all([lookUpImported(system), lookUpImported(system)]);
		expect(scripted.requests.map(referenceOf).sort()).toEqual(numbered(20).sort());
	});

	test("waits for a service that is away, watches what is not final, and keeps what was found although it is forgotten", async () => {
		const answers: [(respond: Respond) => void, object][] = [
			[(respond) => respond.json(503, {}), { state: "waiting", lastCheckedAt: null }],
			[
				(respond) => respond.json(200, word("TX-W", { status: "pending" })),
				{ state: "found", serviceStatus: "pending" },
			],
			[(respond) => respond.json(404, {}), { state: "found", amount: "45000.00", serviceStatus: "pending" }],
			[(respond) => respond.json(200, word("TX-W")), { serviceStatus: "success", nextCheckAt: null }],
		];
		await importReferences(maker, { references: ["TX-W"] });
		for (const [answer, shown] of answers) {
			scripted.answer((_request, respond) => answer(respond));
			expect(await lookUpImported(system)).toBe(1);
			expect(await only()).toMatchObject(shown);
			expect(await lookUpImported(system)).toBe(0);
			clock.advance(40 * MINUTE_MS);
			// So many checks are enough for an unknown reference, but not for one that was found.
			await database.updateTable("imported_transaction").set({ checks: 4 }).execute();
		}
	});

	test.each<[string, (respond: Respond) => void, object]>([
		["one that it does not know", (r) => r.json(404, {}), { state: "not_found", serviceStatus: null }],
		["no JSON", (r) => r.raw(200, { "content-type": "text/html" }, "<b>no</b>"), { cause: "not_json" }],
		["an amount that is none", (r) => r.json(200, word("TX-U", { amount: "1e5" })), { cause: "unreadable" }],
		["somebody else's transaction", (r) => r.json(200, word("TX-OTHER")), { cause: "other_reference" }],
	])("withholds the figures of %s", async (_name, answer, shown) => {
		scripted.answer((_request, respond) => answer(respond));
		await lookUp("TX-U");
		expect(await only()).toMatchObject({ state: "unreadable", amount: null, ...shown });
	});

	test.each([
		...[400, 410, 422].map((code) => ({ code, state: "unreadable", cause: `status:${code}` })),
		{ code: 500, state: "waiting", cause: null },
	])("goes on to the others after one that the service answers with $code", async ({ code, ...shown }) => {
		scripted.answer((request, respond) =>
			referenceOf(request) === "TX-0" ? respond.json(code, {}) : knows()(request, respond),
		);
		expect(await lookUp(...numbered(9))).toBe(9);
		expect(await only()).toMatchObject({ reference: "TX-0", ...shown });
	});

	test.each([401, 403, 429])("refused with %i stops: that concerns every reference", async (code) => {
		scripted.answer((_request, respond) => respond.json(code, {}));
		expect(await lookUp(...numbered(9))).toBe(4);
		expect(await only()).toMatchObject({ state: "waiting", cause: null });
	});

	test("points at the payment of equal facts and time whose end is unknown, and at no other", async () => {
		const unknown = { state: "unknown", reference: null } as const;
		const fits = await insertPayment(system, maker.member, { ...unknown, amount: "45000.00" });
		await insertPayment(system, maker.member, { ...unknown, amount: "45001.00" });
		await insertPayment(system, maker.member, { ...unknown, amount: "45000.00", currency: "XAF" });
		await insertPayment(system, maker.member, { ...unknown, amount: "45000.00", kind: "deposit" });
		const [weeksBefore, hoursAfter] = ["2026-02-01T10:00:00Z", "2026-03-10T12:00:00Z"];
		const times = { "TX-LOST": TEST_NOW.toISOString(), "TX-BEFORE": weeksBefore, "TX-AFTER": hoursAfter };
		for (const [reference, created_at] of Object.entries(times)) {
			scripted.answer(knows({ created_at }));
			await lookUp(reference);
		}
		expect((await list(maker)).items.map(({ reference, mayAnswer }) => ({ reference, mayAnswer }))).toEqual([
			{ reference: "TX-AFTER", mayAnswer: [] },
			{ reference: "TX-BEFORE", mayAnswer: [] },
			{ reference: "TX-LOST", mayAnswer: [{ id: fits, kind: "payout" }] },
		]);
	});

	test("begins anew when a reference that the service did not know is imported again", async () => {
		scripted.answer((_request, respond) => respond.json(404, {}));
		await importReferences(maker, { references: ["TX-LATE"] });
		for (let round = 0; round < 5; round += 1) {
			expect(await importReferences(maker, { references: ["TX-LATE"] })).toMatchObject({ added: 0, already: 1 });
			expect(await lookUpImported(system)).toBe(1);
			clock.advance(20 * MINUTE_MS);
		}
		expect(await only()).toMatchObject({ state: "not_found", nextCheckAt: null });
		scripted.answer(knows());
		expect(await importReferences(maker, { references: ["TX-LATE"] })).toMatchObject({ added: 1, already: 0 });
		expect(await lookUpImported(system)).toBe(1);
		expect(await only()).toMatchObject({ state: "found", serviceStatus: "success" });
	});

	test("goes on after a clock that was a day ahead was set back", async () => {
		scripted.answer((_request, respond) => respond.json(404, {}));
		clock.advance(24 * 60 * MINUTE_MS);
		await lookUp("TX-AHEAD");
		clock.advance(-24 * 60 * MINUTE_MS);
		expect([await lookUpImported(system), await lookUpImported(system)]).toEqual([1, 0]);
	});

	test("knows a reference as ours once a payment took it", async () => {
		scripted.answer(knows());
		await importReferences(maker, { references: ["TX-LATER"] });
		const id = await insertPayment(system, maker.member, { state: "succeeded", reference: "TX-LATER" });
		expect(await only()).toMatchObject({ payment: { id, state: "succeeded" }, mayAnswer: [] });
	});
});
