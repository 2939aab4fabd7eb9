import { expect, test } from "vitest";
import { bookRows } from "#components/batches/new/book-rows.ts";
import { ROW_FIELDS } from "#lib/batches/recognise-columns.ts";

const lastPayout = { id: "p1", currency: "XOF", state: "succeeded" as const, createdAt: "2026-03-10T09:00:00Z" };
const [yao, awa] = [
	{
		...{ number: "+2250501020304", operatorName: "MTN MoMo", country: "CI", name: "Yao Koffi", purpose: "Salary" },
		lastPayout: { ...lastPayout, amount: "125000.00" },
	},
	{
		...{ number: "+2250501020305", operatorName: null, country: "CI", name: "Awa Traoré", purpose: null },
		lastPayout: { ...lastPayout, currency: "XAF", amount: "900.00" },
	},
];
const rows = (kind: "empty" | "same" | "last") => bookRows([yao, awa], { kind, amount: "1500", currency: "XOF" });

test("recipients become rows by name, with what the book knows of them", () => {
	expect(rows("empty")).toEqual([
		["+2250501020305", "", "XOF", "", "CI", "Awa Traoré", ""],
		["+2250501020304", "", "XOF", "MTN MoMo", "CI", "Yao Koffi", "Salary"],
	]);
});

test("amounts are one for all, or what each was paid last in this currency", () => {
	const amounts = (kind: "same" | "last") => rows(kind).map((cells) => cells[ROW_FIELDS.indexOf("amount")]);
	expect(amounts("same")).toEqual(["1500", "1500"]);
	expect(amounts("last")).toEqual(["", "125000"]);
});
