import { beforeEach, expect, test } from "vitest";
import { ZodError } from "zod";
import { layoutChangeSchema, listViewsSchema, MOST_VIEWS, viewRequestSchema } from "#lib/contracts/view.ts";
import type { Context } from "#server/context.ts";
import { keepLayout } from "#server/views/keep-layout.ts";
import { listViews } from "#server/views/list-views.ts";
import { removeView } from "#server/views/remove-view.ts";
import { saveView } from "#server/views/save-view.ts";
import { fixedClock, people, systemContext } from "#tests/support/contexts.ts";
import { createTestDatabase } from "#tests/support/database.ts";

const { database } = await createTestDatabase();
const { maker, viewer, admin } = await people(
	systemContext({ database, clock: fixedClock(new Date("2026-03-01T08:00:00Z")) }),
);

beforeEach(async () => {
	await database.deleteFrom("list_view").execute();
});

const save = async (context: Context, changes: object = {}) => {
	const view = { list: "payouts", name: "Rent", query: "period=lastMonth&state=failed", shared: false };
	return saveView(context, viewRequestSchema.parse({ ...view, columns: null, density: "normal", ...changes }));
};
const viewsOf = async (context: Context, list: "payouts" | "deposits" = "payouts") =>
	listViewsSchema.parse(await listViews(context, { list })).views;

test("a view is its member's alone until it is shared, and then everybody's with the name of who saved it", async () => {
	const { id } = await save(maker, { columns: ["when", "amount"], density: "compact", rows: 25 });
	const own = {
		...{ id, name: "Rent", query: "period=lastMonth&state=failed", shared: false, by: null, mayRemove: true },
		...{ columns: ["when", "amount"], density: "compact", rows: 25 },
	};
	expect(await viewsOf(maker)).toEqual([own]);
	expect(await viewsOf(maker, "deposits")).toEqual([]);
	expect(await viewsOf(viewer)).toEqual([]);
	expect(await save(maker, { name: "rent", shared: true })).toEqual({ id });
	const shared = { ...own, name: "rent", shared: true, columns: null, density: "normal", rows: 50 };
	expect(await viewsOf(maker)).toEqual([shared]);
	expect(await viewsOf(viewer)).toEqual([{ ...shared, by: maker.member.name, mayRemove: false }]);
	expect(await viewsOf(admin)).toEqual([{ ...shared, by: maker.member.name, mayRemove: true }]);
});

test("one's own views come first, then those of others, each by name", async () => {
	await save(viewer, { name: "Arrears", shared: true });
	await save(maker, { name: "wages" });
	await save(maker, { name: "Fees" });
	expect((await viewsOf(maker)).map(({ name }) => name)).toEqual(["Fees", "wages", "Arrears"]);
});

test("a member removes their own views, an admin those that are shared, and nobody another", async () => {
	const hidden = await save(maker);
	const shared = await save(maker, { name: "Shared", shared: true });
	for (const [context, view] of [
		[viewer, shared],
		[viewer, hidden],
		[admin, hidden],
	] as const)
		await expect(removeView(context, view)).rejects.toMatchObject({ code: "not_found" });
	await removeView(admin, shared);
	expect((await viewsOf(maker)).map(({ name }) => name)).toEqual(["Rent"]);
	await removeView(maker, hidden);
	expect(await viewsOf(maker)).toEqual([]);
});

test("a list has at most fifty views of one member; one of them may be replaced", async () => {
	for (let count = 0; count < MOST_VIEWS; count += 1) await save(maker, { name: `View ${count}` });
	await expect(save(maker, { name: "One more" })).rejects.toMatchObject({
		code: "conflict",
		fields: { name: "too_many_views" },
	});
	await save(maker, { name: "View 7", query: "state=open" });
	await save(maker, { list: "deposits", name: "One more" });
	expect(await viewsOf(maker)).toHaveLength(MOST_VIEWS);
});

test.each([
	["no name", { name: " " }],
	["a query with blanks", { query: "name=A B" }],
	["a query that is too long", { query: `name=${"a".repeat(1_000)}` }],
	["a list that does not exist", { list: "members" }],
])("%s is refused", async (_what, changes) => {
	await expect(save(maker, changes)).rejects.toThrow(ZodError);
});

async function layoutOf(context: typeof maker, list: "payouts" | "deposits") {
	return listViewsSchema.parse(await listViews(context, { list })).layout;
}

test("a member's columns, density and page size of a list are kept, for them and for this list alone, and the last choice counts; a page has 25, 50 or 100 rows, and 50 where nothing is said", async () => {
	const usual = { columns: null, density: "normal", rows: 50 };
	expect(await layoutOf(maker, "payouts")).toEqual(usual);
	await keepLayout(
		maker,
		layoutChangeSchema.parse({ list: "payouts", columns: ["when", "amount"], density: "normal" }),
	);
	const chosen = { columns: ["when", "fee", "amount"], density: "compact", rows: 100 };
	await keepLayout(maker, layoutChangeSchema.parse({ list: "payouts", ...chosen }));
	expect(await layoutOf(maker, "payouts")).toEqual(chosen);
	expect(await layoutOf(maker, "deposits")).toEqual(usual);
	expect(await layoutOf(viewer, "payouts")).toEqual(usual);
	await keepLayout(maker, { list: "payouts", columns: null, density: "normal", rows: 50 });
	expect(await layoutOf(maker, "payouts")).toEqual(usual);
	const asked = { list: "payouts", columns: null, density: "normal" };
	expect(layoutChangeSchema.parse(asked).rows).toBe(50);
	expect(layoutChangeSchema.safeParse({ ...asked, rows: 5_000 }).success).toBe(false);
});
