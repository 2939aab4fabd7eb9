import { expect, test } from "vitest";
import {
	type Movement,
	type MovementQuery,
	type MovementSumsQuery,
	movementExportQuerySchema,
	movementListQuerySchema,
	movementListSchema,
	movementQuerySchema,
	movementSumsQuerySchema,
	movementSumsSchema,
} from "#lib/contracts/movement.ts";
import { fieldFaults } from "#lib/field-faults.ts";
import { parseDecimal, toDecimal } from "#lib/money.ts";
import { MOVEMENT_SORTS } from "#lib/movements/movement-sorts.ts";
import type { WireMovement } from "#server/momo/wire.ts";
import { parseInput } from "#server/parse-input.ts";
import { sumLines } from "#server/reconciliation/sum-lines.ts";
import { listMovements } from "#server/wallets/list-movements.ts";
import { listMovementsWithTotal } from "#server/wallets/list-movements-with-total.ts";
import { syncMovements } from "#server/wallets/sync-movements.ts";
import { addMember, contextFor, systemContext } from "#tests/support/contexts.ts";
import { createTestDatabase } from "#tests/support/database.ts";
import { mirroredWallet } from "#tests/support/wallet/mirrored-wallet.ts";
import { ownWallet } from "#tests/support/wallet/own-wallet.ts";
import { wireMovement } from "#tests/support/wallet/wallet-service.ts";

const { database } = await createTestDatabase();
const currency = "XOF";
const viewer = await addMember(database, "viewer");
const mirrored = (lines: WireMovement[], environment?: Record<string, string>) =>
	mirroredWallet({ database, viewer }, lines, environment);

/** Many rows share their time or their amount. */
function tiedLines(count: number): WireMovement[] {
	return Array.from({ length: count }, (_, index) =>
		wireMovement({
			movement_type: index % 4 === 0 ? "deposit" : "withdrawal",
			amount: `${1 + (index % 3)}.00`,
			fee_amount: "0.05",
			created_at: `2026-03-0${1 + (index % 5)}T12:00:00.00000${index % 2}Z`,
		}),
	);
}

test.each(MOVEMENT_SORTS)(
	"paging by %s visits every row once, among equal keys and while new rows arrive",
	async (sort) => {
		const lines = tiedLines(60);
		const { service, system, list } = await mirrored(lines);
		const before = new Set((await list({ limit: 400 })).items.map(({ id }) => id));
		const visited: Movement[] = [];
		let cursor: string | null = null;
		let pages = 0;
		do {
			const page = await list({ sort, limit: 7, ...(cursor ? { cursor } : {}) });
			visited.push(...page.items);
			cursor = page.nextCursor;
			pages += 1;
			service.lines = [...lines, ...tiedLines(pages).map((line) => ({ ...line, fee_amount: `${pages}.00` }))];
			await syncMovements(system, { currency });
		} while (cursor);
		const ids = visited.map(({ id }) => id);
		expect(new Set(ids).size).toBe(ids.length);
		expect([...before].filter((id) => !ids.includes(id))).toEqual([]);
		expect(visited).toEqual([...visited].sort((a, b) => compare(a, b, sort)));
	},
);

function compare(a: Movement, b: Movement, sort: MovementQuery["sort"]): number {
	const sign = sort.startsWith("-") ? -1 : 1;
	const minor = (row: Movement) => parseDecimal(row.amount) ?? 0n;
	const byKey = sort.endsWith("amount")
		? order(minor(a), minor(b))
		: order(a.createdAt.slice(0, -1), b.createdAt.slice(0, -1));
	return sign * (byKey || order(BigInt(a.id), BigInt(b.id)));
}

function order<T extends bigint | string>(a: T, b: T): number {
	return a < b ? -1 : a > b ? 1 : 0;
}

test("a page is a valid answer of the contract, with facts of the mirror and its types", async () => {
	const { list, sums } = await mirrored([...tiedLines(10), wireMovement({ movement_type: "chargeback" })]);
	expect(movementSumsSchema.parse(await sums())).toMatchObject({ total: 11, withdrawn: 0, isAtLeast: false });
	const page = movementListSchema.parse(await list({ limit: 3 }));
	expect(page.types).toEqual(["chargeback", "deposit", "withdrawal"]);
	expect(page.syncedAt).toBe("2026-03-10T09:00:00.000Z");
	expect(page.mirror).toEqual({
		rows: 11,
		oldest: "2026-03-01T12:00:00.000Z",
		mayBeCut: false,
		fault: null,
		incomplete: null,
	});
});

test("a mirror that was never filled is empty, not an error; a currency that is not configured is no wallet", async () => {
	const { system } = ownWallet(database);
	const page = await listMovements(contextFor(system, viewer), { ...movementQuerySchema.parse({}), currency });
	expect(page).toMatchObject({ items: [], nextCursor: null, types: [], syncedAt: null, isArriving: false });
	const sums = await sumLines(contextFor(system, viewer), { currency });
	const none = { total: 0, withdrawn: 0, totals: [], trend: null, isAtLeast: false };
	expect(sums).toEqual({ ...none, net: "0.00", unsigned: [] });
	const context = contextFor(systemContext({ database }), viewer);
	await expect(sumLines(context, { currency: "EUR" })).rejects.toMatchObject({ code: "wallet_unknown" });
	const asked = listMovements(context, { ...movementQuerySchema.parse({}), currency: "EUR" });
	await expect(asked).rejects.toMatchObject({ code: "wallet_unknown" });
});

test.each([
	["Africa/Nairobi", "2026-03-04T21:00:00Z", "2026-03-05T20:59:59.999999Z"],
	["America/New_York", "2026-03-05T05:00:00Z", "2026-03-06T04:59:59.999999Z"],
	["Africa/Abidjan", "2026-03-05T00:00:00Z", "2026-03-05T23:59:59.999999Z"],
])("a day is the business's own, from its first microsecond to its last (%s)", async (timeZone, first, last) => {
	const outside = [shift(first, -1), shift(last, 1)];
	const lines = [first, last, ...outside].map((createdAt) => wireMovement({ created_at: createdAt }));
	const { list } = await mirrored(lines, { TIME_ZONE: timeZone });
	const page = await list({ from: "2026-03-05", to: "2026-03-05", sort: "createdAt" });
	expect(page.items.map(({ createdAt }) => createdAt)).toEqual([first.replace("Z", ".000Z"), last]);
});

/** One second earlier, or one microsecond later: `last` ends in .999999. */
function shift(time: string, by: 1 | -1): string {
	const ms = Date.parse(time);
	return new Date(by === 1 ? Math.floor(ms / 1000) * 1000 + 1000 : ms - 1000).toISOString();
}

test("a day on which clocks change has 23 hours", async () => {
	const hours = Array.from({ length: 30 }, (_, hour) => new Date(Date.UTC(2026, 2, 8, 2 + hour)).toISOString());
	const lines = hours.map((createdAt) => wireMovement({ created_at: createdAt }));
	const { sums } = await mirrored(lines, { TIME_ZONE: "America/New_York" });
	expect((await sums({ from: "2026-03-08", to: "2026-03-08" })).total).toBe(23);
});

test("filters by type and amounts are inclusive and exact", async () => {
	const amounts = ["9.99", "10.00", "10.01", "20.00", "20.01"];
	const { list, sums } = await mirrored(amounts.map((amount) => wireMovement({ amount })));
	const page = await list({ minAmount: "10", maxAmount: "20.0", sort: "amount" });
	expect(page.items.map(({ amount }) => amount)).toEqual(["10.00", "10.01", "20.00"]);
	expect((await sums({ type: "deposit" })).total).toBe(0);
	expect((await sums({ type: "withdrawal" })).total).toBe(5);
	expect((await sums({ type: "%" })).total).toBe(0);
});

test("totals are the exact sums of what the filters let through, also beyond what a float can hold", async () => {
	const lines = [
		...tiedLines(40),
		wireMovement({ amount: "99999999999999999.99" }),
		wireMovement({ amount: "99999999999999999.98" }),
	];
	const { sums, service, system } = await mirrored(lines);
	const check = async (expected: WireMovement[], query: Partial<MovementSumsQuery>) => {
		const page = await sums(query);
		const types = [...new Set(expected.map((line) => line.movement_type))].sort();
		const sum = (type: string, field: "amount" | "fee_amount") =>
			toDecimal(
				expected
					.filter((line) => line.movement_type === type)
					.reduce((total, line) => total + (parseDecimal(line[field]) ?? 0n), 0n),
			);
		expect(page.totals).toEqual(
			types.map((type) => ({
				type,
				count: expected.filter((line) => line.movement_type === type).length,
				amount: sum(type, "amount"),
				fee: sum(type, "fee_amount"),
			})),
		);
		expect(page.total).toBe(expected.length);
	};
	await check(lines, {});
	await check(
		lines.filter((line) => line.amount === "2.00"),
		{ minAmount: "2", maxAmount: "2.99" },
	);
	service.lines = [...lines, wireMovement({ amount: "3.33" })];
	await syncMovements(system, { currency });
	await check([...lines, wireMovement({ amount: "3.33" })], {});
});

test.each([
	["an id beyond bigint", "99999999999999999999"],
	["an id and more", "1; drop table movement"],
	["a day that does not exist", "2026-02-30"],
])("a cursor with %s is refused", async (_what, cursor) => {
	const { list } = await mirrored([wireMovement()]);
	await expect(list({ cursor })).rejects.toMatchObject({ code: "invalid_input", fields: { cursor: "invalid" } });
});

test("ranges that run backwards and days that PostgreSQL has not are faults of their fields", async () => {
	const filter = { from: "2026-03-02", to: "2026-03-01", minAmount: "10.01", maxAmount: "10" };
	const backwards = { from: "from_after_to", minAmount: "min_above_max" };
	for (const schema of [movementListQuerySchema, movementSumsQuerySchema, movementExportQuerySchema])
		expect(() => parseInput(schema, { ...filter, format: "csv" })).toThrow(
			expect.objectContaining({ code: "invalid_input", fields: backwards }),
		);
	const readable = { from: "0000-01-01", minAmount: "x", maxAmount: "10" };
	expect(fieldFaults(movementQuerySchema.safeParse(readable).error?.issues ?? [])).toMatchObject({ from: "invalid" });
	const { sums } = await mirrored([]);
	expect((await sums({ from: "0001-01-01", to: "9999-12-31" })).total).toBe(0);
});

// Midnight in Cairo is 22:00 UTC.
const LINES = [
	"2026-03-01T21:59:59.999Z",
	"2026-03-01T22:00:00.000Z",
	"2026-03-02T21:59:59.000Z",
	"2026-03-02T22:00:00.000Z",
];

test("a calendar day in the business's time zone is a place in an order by time, and none in one by amount", async () => {
	const { list } = await mirrored(
		LINES.map((created_at) => wireMovement({ created_at })),
		{ TIME_ZONE: "Africa/Cairo" },
	);
	const times = async (query: Parameters<typeof list>[0]) =>
		(await list(query)).items.map(({ createdAt }) => createdAt);
	const newestFirst = LINES.toReversed();
	expect(await times({})).toEqual(newestFirst);
	expect(await times({ cursor: "2026-03-02" })).toEqual(newestFirst.slice(1));
	expect(await times({ cursor: "2026-03-02", limit: 2 })).toEqual(newestFirst.slice(1, 3));
	expect(await times({ cursor: "2026-03-02", sort: "createdAt" })).toEqual(LINES.slice(1));
	await expect(list({ cursor: "2026-03-02", sort: "amount" })).rejects.toMatchObject({ code: "invalid_input" });
});

test("a line's id is its place in each order, from which a list goes on both ways; a line of another wallet has none", async () => {
	const lines = ["5", "7", "7", "9"].map((amount, at) => wireMovement({ amount, created_at: LINES[at] ?? "" }));
	const { system, list } = await mirrored(lines, { WALLET_CURRENCIES: "XOF,XAF" });
	for (const sort of ["createdAt", "-createdAt", "amount", "-amount"]) {
		const ids = async (query: Parameters<typeof list>[0]) => (await list({ sort, ...query })).items.map(({ id }) => id);
		const all = await ids({});
		for (const [at, id] of all.entries()) expect(await ids({ cursor: id })).toEqual(all.slice(at + 1));
	}
	const [line] = (await list({})).items;
	const refused = { code: "invalid_input", fields: { cursor: "invalid" } };
	const ofAnother = { ...movementQuerySchema.parse({ cursor: line?.id }), currency: "XAF" };
	await expect(listMovements(contextFor(system, viewer), ofAnother)).rejects.toMatchObject(refused);
	await expect(list({ cursor: "999999999" })).rejects.toMatchObject(refused);
});

test.each([
	[{}, 30],
	[{ type: "deposit" }, 10],
	[{ minAmount: "20", maxAmount: "29" }, 10],
	[{ from: "2026-03-02" }, 0],
])("a page tells how many lines the filters %j let through, unless total is no", async (filter, total) => {
	const { system } = await mirrored(
		Array.from({ length: 30 }, (_, index) => {
			const movement_type = index % 3 === 0 ? "deposit" : "withdrawal";
			return wireMovement({ movement_type, amount: `${10 + index}.00`, created_at: "2026-03-01T12:00:00Z" });
		}),
	);
	const list = (query: Record<string, string>) =>
		listMovementsWithTotal(contextFor(system, viewer), { ...movementListQuerySchema.parse(query), currency });
	const page = await list({ ...filter, limit: "5" });
	expect([page.total, page.items.length]).toEqual([total, Math.min(5, total)]);
	expect(await list({ ...filter, total: "no" })).not.toHaveProperty("total");
});
