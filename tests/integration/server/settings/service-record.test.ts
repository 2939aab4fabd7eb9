import { sql } from "kysely";
import { expect, test } from "vitest";
import { type Observed, serviceRecordSchema } from "#lib/contracts/service-record.ts";
import { createObserver } from "#server/momo/observer.ts";
import { readFinalFailures } from "#server/payment-records/payment-settings.ts";
import { changeFinalFailure } from "#server/settings/change-final-failure.ts";
import { readServiceRecord } from "#server/settings/read-service-record.ts";
import { keepObservations } from "#server/store/keep-observations.ts";
import { addMember, people, person, systemContext } from "#tests/support/contexts.ts";
import { createTestDatabase } from "#tests/support/database.ts";
import { byTwo, confirmBy } from "#tests/support/desk/second-admin.ts";
import { auditEntries } from "#tests/support/rows/audit-entries.ts";
import { insertPayment } from "#tests/support/rows/insert-payment.ts";
import { keepSetting } from "#tests/support/rows/keep-setting.ts";
import { findRow } from "#tests/support/rows/rows.ts";
import { clientOf } from "#tests/support/service/momo-client.ts";
import { startScriptedService } from "#tests/support/service/scripted-service.ts";

const { database } = await createTestDatabase();
const system = systemContext({ database });
const { admin, approver } = await people(system);

const seen = (values: Partial<Observed>): Observed => ({
	kind: "status",
	endpoint: "status",
	value: "reversed",
	count: 1,
	firstAt: new Date("2026-11-20T10:00:00Z"),
	lastAt: new Date("2026-11-20T10:00:00Z"),
	maxMs: null,
	example: null,
	...values,
});

test("what the real client hears stands on the page: words, answers, times, differences; of the list of movements its answer, its order, and a service that fails", async () => {
	const service = await startScriptedService();
	const observer = createObserver();
	const client = clientOf(service.baseUrl, { observer });
	service.answer((_request, respond) =>
		respond.json(200, {
			reference: "TX-20261121-AAAA11",
			transaction_type: "payout",
			status: "on_hold",
			amount: "1500.00",
			currency: "XOF",
			surprise: "+2250700000001",
		}),
	);
	await client.readStatus("TX-20261121-AAAA11");
	await keepObservations(database, observer.take());
	const record = serviceRecordSchema.parse(await readServiceRecord(admin));
	expect(record.statuses).toMatchObject([
		{ word: "on_hold", count: 1, endpoints: ["status"], meaning: "unrecognised" },
	]);
	expect(record.answers).toMatchObject([{ endpoint: "status", word: "200", count: 1 }]);
	expect(record.latencies).toMatchObject([{ endpoint: "status", count: 1 }]);
	expect(record.differences).toMatchObject([{ kind: "unknown_field", word: "surprise" }]);
	expect(JSON.stringify(record)).not.toMatch(/AAAA11|2250700|1500/);
	const line = (created_at: string) => ({
		...{ movement_type: "deposit", amount: "1500.00", fee_amount: "0.00", currency_code: "XOF", created_at },
	});
	service.answer((_request, respond) =>
		respond.json(200, [line("2026-11-21T08:00:00Z"), line("2026-11-20T08:00:00Z")]),
	);
	for await (const _ of client.streamMovements("XOF"));
	service.answer((_request, respond) => respond.json(503, { detail: "busy" }));
	await expect(client.streamMovements("XOF")[Symbol.asyncIterator]().next()).rejects.toMatchObject({ status: 503 });
	const heard = observer.take().filter(({ kind }) => kind !== "latency");
	expect(heard.map(({ kind, endpoint, value }) => `${kind} ${endpoint} ${value}`)).toEqual([
		"order movements newest_first",
		"answer movements 200",
		"answer movements 503",
	]);
	await client.close();
	await service.close();
});

test("two processes that keep at once lose no count, and first, last and longest are of all of them", async () => {
	const early = new Date("2026-11-01T00:00:00Z");
	const late = new Date("2026-11-30T00:00:00Z");
	const batch = [
		seen({ kind: "latency", value: "of two", count: 3, maxMs: 80 }),
		seen({ value: "twice", count: 2, lastAt: late }),
	];
	const other = [
		seen({ value: "twice", firstAt: early }),
		seen({ kind: "latency", value: "of two", count: 4, maxMs: 95 }),
	];
	await Promise.all([batch, other, batch, other].map((observed) => keepObservations(database, observed)));
	const { statuses } = await readServiceRecord(admin);
	expect(statuses.find(({ word }) => word === "twice")).toMatchObject({
		count: 6,
		firstAt: early.toISOString(),
		lastAt: late.toISOString(),
	});
	const row = await findRow(database, "observation", { value: "of two" });
	expect([Number(row.count), row.max_ms]).toEqual([14, 95]);
});

test("the table has an end, whatever the service invents", async () => {
	const many = Array.from({ length: 500 }, (_, index) => seen({ kind: "error", value: `shape ${index}` }));
	await keepObservations(database, many);
	const rows = await database.selectFrom("observation").selectAll().where("kind", "=", "error").execute();
	expect(rows.length).toBeLessThanOrEqual(201);
	expect(rows.reduce((sum, { count }) => sum + Number(count), 0)).toBe(500);
});

test("a word becomes a final failure by an admin who types it and another who confirms it, is recorded, and is taken off again; a word that the service never said cannot be listed", async () => {
	await keepObservations(database, [seen({})]);
	const order = { status: "reversed", listed: true, confirmation: "reversed" };
	await expect(changeFinalFailure(approver, order)).rejects.toMatchObject({ code: "forbidden" });
	await expect(changeFinalFailure(admin, { ...order, confirmation: "Reversed" })).rejects.toMatchObject({
		fields: { confirmation: "not_the_same" },
	});
	const second = await person(system, "admin");
	await confirmBy(admin, await changeFinalFailure(admin, order), second);
	expect([...(await readFinalFailures(database))]).toEqual(["reversed"]);
	expect((await readServiceRecord(admin)).statuses.find(({ word }) => word === "reversed")?.meaning).toBe("listed");
	expect(await changeFinalFailure(admin, { ...order, listed: false })).toEqual({ statuses: [] });
	const entries = await auditEntries(database, { subject_id: "final_failures" });
	expect(entries.map(({ action, details }) => ({ action, details }))).toEqual([
		{ action: "setting.final_failure_listed", details: { status: "reversed", confirmedBy: second.member.name } },
		{ action: "setting.final_failure_unlisted", details: { status: "reversed" } },
	]);
	const invented = { status: "invented", listed: true, confirmation: "invented" };
	await expect(changeFinalFailure(admin, invented)).rejects.toMatchObject({ fields: { status: "never_said" } });
});

test("open payments that stand at a listed word are asked about again at once; others are left alone", async () => {
	const maker = await addMember(database, "maker");
	const standing = await insertPayment(system, maker, { service_status: "stalled", reference: "TX-1" });
	await insertPayment(system, maker, { service_status: "elsewhere", reference: "TX-2" });
	await insertPayment(system, maker, { service_status: "stalled", reference: "TX-3", state: "succeeded" });
	await byTwo(admin, () => changeFinalFailure(admin, { status: "stalled", listed: true, confirmation: "stalled" }));
	const { rows } = await sql<{ key: string }>`select key from graphile_worker.jobs where key like 'check:%'`.execute(
		database,
	);
	expect(rows).toEqual([{ key: `check:${standing}` }]);
	await changeFinalFailure(admin, { status: "stalled", listed: false, confirmation: "stalled" });
});

test.each(["success", "pending"])(
	"%s is never a failure, whoever says so and whatever stands in the setting",
	async (status) => {
		await keepObservations(database, [seen({ value: status })]);
		const order = { status, listed: true, confirmation: status };
		await expect(changeFinalFailure(admin, order)).rejects.toMatchObject({ fields: { status: "never_final_failure" } });
		await keepSetting(database, "final_failures", { statuses: [status] });
		expect((await readFinalFailures(database)).has(status)).toBe(false);
	},
);
