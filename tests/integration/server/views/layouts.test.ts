import { expect, test } from "vitest";
import { layoutChangeSchema, listViewsSchema } from "#lib/contracts/view.ts";
import { keepLayout } from "#server/views/keep-layout.ts";
import { listViews } from "#server/views/list-views.ts";
import { fixedClock, people, systemContext } from "#tests/support/contexts.ts";
import { createTestDatabase } from "#tests/support/database.ts";

const { database } = await createTestDatabase();
const { maker, viewer } = await people(
	systemContext({ database, clock: fixedClock(new Date("2026-03-01T08:00:00Z")) }),
);

async function layoutOf(context: typeof maker, list: "payouts" | "deposits") {
	return listViewsSchema.parse(await listViews(context, { list })).layout;
}

test("a member's columns, density and page size of a list are kept, for them and for this list alone, and the last choice counts", async () => {
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
});

test("a page has 25, 50 or 100 rows, and 50 where nothing is said", () => {
	const asked = { list: "payouts", columns: null, density: "normal" };
	expect(layoutChangeSchema.parse(asked).rows).toBe(50);
	expect(layoutChangeSchema.safeParse({ ...asked, rows: 5_000 }).success).toBe(false);
});
