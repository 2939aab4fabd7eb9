import { beforeEach, describe, expect, test } from "vitest";
import { transactionSchema } from "#lib/contracts/transaction.ts";
import { AppError } from "#server/errors.ts";
import { listRecentLookups } from "#server/transactions/list-recent-lookups.ts";
import { lookUpTransaction } from "#server/transactions/look-up-transaction.ts";
import { addMember, fixedClock, person, systemContext, TEST_NOW, testConfig } from "#tests/support/contexts.ts";
import { createTestDatabase } from "#tests/support/database.ts";
import { insertPayment } from "#tests/support/rows/insert-payment.ts";
import type { Respond, ScriptedRequest } from "#tests/support/service/scripted-service.ts";
import { servedClient } from "#tests/support/service/served-client.ts";

const { database } = await createTestDatabase();
const { scripted, client: service } = await servedClient({ reads: { retries: 0 } });
const clock = fixedClock();
const system = systemContext({ database, service, clock });
const viewer = await person(system, "viewer");
beforeEach(() => {
	scripted.requests.length = 0;
});

const word = (reference: string) => ({
	reference,
	transaction_type: "withdrawal",
	status: "success",
	amount: "45000.00",
	currency: "XOF",
	created_at: "2026-03-01T10:00:00Z",
	processed_at: "2026-03-01T10:00:05Z",
	history: [{ status: "success", source: "operator", timestamp: "2026-03-01T10:00:05Z" }],
});
const endpointOf = (request: ScriptedRequest) => request.path.split("/").at(-3) ?? "";
const referenceOf = (request: ScriptedRequest) => request.path.split("/").at(-2) ?? "";
const knows = (request: ScriptedRequest, respond: Respond) => respond.json(200, word(referenceOf(request)));

async function refusal(reference: string): Promise<AppError> {
	const error = await lookUpTransaction(viewer, { reference }).catch((thrown: unknown) => thrown);
	if (error instanceof AppError) return error;
	throw new Error("the look-up was not refused", { cause: error });
}

describe("a look-up", () => {
	test("asks detail, history and status once each and fits the browser's contract", async () => {
		scripted.answer(knows);
		const transaction = await lookUpTransaction(viewer, { reference: "TX-1" });
		expect(scripted.requests.map(endpointOf).sort()).toEqual(["detail", "history", "status"]);
		expect(transactionSchema.parse(transaction)).toMatchObject({
			reference: "TX-1",
			status: "success",
			statusRecognised: true,
			processedAt: "2026-03-01T10:00:05.000Z",
			history: [{ status: "success", source: "operator", timestamp: "2026-03-01T10:00:05.000Z" }],
			disagreements: [],
			fetchedAt: TEST_NOW.toISOString(),
			payment: null,
		});
	});

	test("that all endpoints answer with 404 finds nothing, and is remembered as such", async () => {
		scripted.answer((_request, respond) => respond.json(404, { detail: "Not found." }));
		expect(await lookUpTransaction(viewer, { reference: "TX-NONE" })).toBeNull();
		const { items } = await listRecentLookups(viewer);
		expect(items.find((item) => item.reference === "TX-NONE")?.found).toBe(false);
	});

	test("answered about another transaction shows nothing of it but its name", async () => {
		scripted.answer((request, respond) =>
			respond.json(200, endpointOf(request) === "detail" ? { ...word("TX-OTHER"), amount: "9.99" } : word("TX-4")),
		);
		const transaction = await lookUpTransaction(viewer, { reference: "TX-4" });
		expect(transaction).toMatchObject({
			amount: "45000.00",
			disagreements: [{ field: "reference", detail: "TX-OTHER", status: "TX-4", history: "TX-4" }],
		});
		expect(JSON.stringify(transaction)).not.toContain("9.99");
		scripted.answer((_request, respond) => respond.json(200, word("TX-OTHER")));
		expect((await refusal("TX-4")).code).toBe("service_unreadable");
	});

	test.each(["", "..", "../x", "%2e%2e", "TX 1", "TX/1", "TX?1", "TX\u00001", "-TX", "x".repeat(129)])(
		"for %j is refused without asking the service, and not remembered",
		async (reference) => {
			const before = await listRecentLookups(viewer);
			expect(await refusal(reference)).toMatchObject({ code: "invalid_input", fields: { reference: "invalid" } });
			expect(scripted.requests).toHaveLength(0);
			expect(await listRecentLookups(viewer)).toEqual(before);
		},
	);

	const faults: [string, (respond: Respond) => void, object][] = [
		["is down", (r) => r.reset(), { code: "service_unreachable" }],
		["sends an amount of 1e5", (r) => r.json(200, { ...word("TX-5"), amount: "1e5" }), { code: "service_unreadable" }],
		[
			"is asked too often",
			(r) => r.json(429, {}, { "retry-after": "8" }),
			{ code: "service_refused", retryAfterSeconds: 8 },
		],
	];
	test.each(faults)("while the service %s says so and remembers nothing", async (_name, answer, facts) => {
		scripted.answer((_request, respond) => answer(respond));
		expect(await refusal("TX-5")).toMatchObject(facts);
		expect((await listRecentLookups(viewer)).items.map((item) => item.reference)).not.toContain("TX-5");
	});

	test("names our own payment with this reference, of this environment alone", async () => {
		scripted.answer(knows);
		const maker = await addMember(database, "maker");
		await insertPayment(system, maker, { id: "ours", state: "succeeded", reference: "TX-OURS" });
		await insertPayment(system, maker, { state: "succeeded", environment: "other", reference: "TX-ELSEWHERE" });
		expect((await lookUpTransaction(viewer, { reference: "TX-OURS" }))?.payment).toEqual({
			id: "ours",
			kind: "payout",
			state: "succeeded",
		});
		expect((await lookUpTransaction(viewer, { reference: "TX-ELSEWHERE" }))?.payment).toBeNull();
	});
});

test("recent look-ups are this member's own in this environment, each reference once, newest first, twenty at most", async () => {
	scripted.answer(knows);
	const member = await person(system, "approver");
	for (let index = 1; index <= 22; index += 1) {
		clock.advance(1_000);
		await lookUpTransaction(member, { reference: `TX-${index}` });
	}
	clock.advance(1_000);
	await lookUpTransaction(member, { reference: "TX-5" });
	const { items } = await listRecentLookups(member);
	expect(items).toHaveLength(20);
	expect(items[0]).toEqual({ reference: "TX-5", lookedUpAt: clock.now().toISOString(), found: true });
	expect(items.filter((item) => item.reference === "TX-5")).toHaveLength(1);
	const references = (await listRecentLookups(viewer)).items.map((item) => item.reference);
	expect(references).not.toContain("TX-22");
	const elsewhere = { ...member, config: testConfig({ MOMO_BASE_URL: "http://127.0.0.1:8/api/v1/" }) };
	expect((await listRecentLookups(elsewhere)).items).toEqual([]);
});
