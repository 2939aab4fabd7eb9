import { beforeAll, describe, expect, test } from "vitest";
import { paymentListSchema } from "#lib/contracts/payment.ts";
import { listPayments } from "#server/payments/read/list-payments.ts";
import { openPaymentDesk } from "#tests/support/payment-desk.ts";
import { updateRows } from "#tests/support/rows/rows.ts";

const desk = await openPaymentDesk();
const { viewer, clock, database } = desk;
const ids: string[] = [];
const DAY = 24 * 3_600_000;

// From 2026-03-10 09:00 UTC on; some at the very same instant, as imports and seeds make them.
beforeAll(async () => {
	for (let day = 0; day < 4; day += 1) {
		for (let count = 0; count < 3; count += 1)
			ids.push((await desk.requested({ destination: `+22507010203${day}${count}` })).id);
		clock.advance(DAY);
	}
	await desk.deposit();
	await updateRows(database, "payment", { id: ids[0] ?? "" }, { state: "succeeded", reference: "TX-100%_1" });
});

const list = (query: Partial<Parameters<typeof listPayments>[1]> = {}) =>
	listPayments(viewer, { kind: "payout", ...query });

describe("pages", () => {
	test("every payment comes once, newest first, whatever the size of a page", async () => {
		const rows = await database
			.selectFrom("payment")
			.select(["id", "created_at"])
			.where("kind", "=", "payout")
			.execute();
		const newestFirst = rows
			.sort((a, b) => b.created_at.getTime() - a.created_at.getTime() || (a.id < b.id ? 1 : -1))
			.map(({ id }) => id);
		for (const limit of [1, 2, 5, 12, 50]) {
			const seen: string[] = [];
			let cursor: string | undefined;
			do {
				const page = paymentListSchema.parse(await list({ limit, ...(cursor ? { cursor } : {}) }));
				expect(page.total).toBe(12);
				seen.push(...page.items.map(({ id }) => id));
				cursor = page.nextCursor ?? undefined;
			} while (cursor);
			expect(seen).toEqual(newestFirst);
		}
	});

	test("a calendar day is a place: the list goes on from its end, or from its beginning when the oldest come first; a cursor that is none of ours is an empty page, not an error", async () => {
		const days = async (query: object) =>
			Map.groupBy((await list(query)).items, ({ createdAt }) => createdAt.slice(0, 10));
		const counts = (found: Map<string, unknown[]>) => [...found].map(([day, { length }]) => [day, length]);
		expect(counts(await days({ cursor: "2026-03-11" }))).toEqual([
			["2026-03-11", 3],
			["2026-03-10", 3],
		]);
		expect(counts(await days({ cursor: "2026-03-12", sort: "createdAt" }))).toEqual([
			["2026-03-12", 3],
			["2026-03-13", 3],
		]);
		expect(counts(await days({ cursor: "2026-03-09" }))).toEqual([]);
		expect((await list({ cursor: "2026-03-11", limit: 2 })).total).toBe(12);
		expect((await list({ cursor: "' or 1=1 --" })).items).toEqual([]);
	});
});

describe("filters", () => {
	test("`open` is every state that is not final; a state is itself; deposits and payouts are two lists, and a currency has its own", async () => {
		expect((await list({ state: "open" })).total).toBe(11);
		expect((await list({ state: "succeeded" })).items.map(({ id }) => id)).toEqual([ids[0]]);
		expect((await listPayments(viewer, { kind: "deposit" })).total).toBe(1);
		expect((await list({ currency: "XAF" })).total).toBe(0);
		expect((await list({ currency: "XOF" })).total).toBe(12);
	});

	test("days are calendar days of the business, both inclusive", async () => {
		expect((await list({ from: "2026-03-11", to: "2026-03-12" })).total).toBe(6);
		const abroad = { ...viewer, config: { ...viewer.config, timeZone: "Pacific/Kiritimati" } };
		expect((await listPayments(abroad, { kind: "payout", from: "2026-03-10", to: "2026-03-10" })).total).toBe(3);
		const west = { ...viewer, config: { ...viewer.config, timeZone: "Pacific/Pago_Pago" } };
		expect((await listPayments(west, { kind: "payout", from: "2026-03-10", to: "2026-03-10" })).total).toBe(3);
		expect((await listPayments(west, { kind: "payout", to: "2026-03-09" })).total).toBe(3);
	});

	test("the search finds the beginning or end of a reference, an id and the digits of a number, and takes signs as they are", async () => {
		expect((await list({ search: "tx-100%_" })).items.map(({ id }) => id)).toEqual([ids[0]]);
		expect((await list({ search: "TX-100_%" })).total).toBe(0);
		for (const search of ["TX-1", "0%_1"]) expect((await list({ search })).items.map(({ id }) => id)).toEqual([ids[0]]);
		expect((await list({ search: ids[5]?.toLowerCase() })).items.map(({ id }) => id)).toEqual([ids[5]]);
		expect((await list({ search: "203 12" })).total).toBe(1);
		// As an address book copies the number, and with the zeros that people type before it.
		for (const search of ["\u202a+225 07 01 02 03 12\u202c", "00225 0701020312", "007-01020312"])
			expect((await list({ search })).total).toBe(1);
		expect((await list({ search: "%" })).total).toBe(0);
		expect((await list({ search: "'; drop table payment; --" })).total).toBe(0);
	});

	test("operator, name and purpose are filters of their own: words begin as typed, whatever their case and accents", async () => {
		const [first = "", second = ""] = ids;
		await updateRows(
			database,
			"payment",
			{ id: first },
			{ note: "Salaire octobre", recipient_name: "Aïcha Koné", operator: "wave-ci" },
		);
		await database.updateTable("payment").set({ note: "Koné, loyer" }).where("id", "=", second).execute();
		const found = async (query: Parameters<typeof list>[0]) => (await list(query)).items.map(({ id }) => id);
		expect(await found({ operator: "wave-ci" })).toEqual([first]);
		expect(await found({ name: "kon aicha" })).toEqual([first]);
		expect(await found({ purpose: "kone" })).toEqual([second]);
		expect(await found({ purpose: "salaire", operator: "orange-money-ci" })).toEqual([]);
		expect(await found({ name: "%" })).toEqual([]);
		await database.updateTable("payment").set({ note: "Loyer décembre, l’école" }).where("id", "=", second).execute();
		for (const search of ["decembre", "loyer  decembre", "décembre loyer", "l'école"])
			expect(await found({ search }), search).toEqual([second]);
	});
});

test("an id that nothing can have is not found, and is no fault", async () => {
	const asked = desk.read({ kind: "payout", id: "01M8\0" } as Parameters<typeof desk.read>[0]);
	await expect(asked).rejects.toMatchObject({ code: "not_found" });
});
