import { expect, test } from "vitest";
import { pickColumns } from "#server/exports/pick-columns.ts";
import type { Column } from "#server/exports/sheet.ts";

type Row = Record<string, string>;
const column = (head: string, kind: Column<Row>["kind"] = "text"): Column<Row> => ({
	...{ head, kind, width: 10 },
	of: () => null,
});
const ALL = {
	at: column("At", "time"),
	amount: column("Amount", "money"),
	currency: column("Currency", "currency"),
	name: column("Name"),
	number: column("Number", "phone"),
	outside: column("Outside totals", "money"),
};
const OF = { when: ["at"], amount: ["amount"], person: ["name", "number"], name: ["name"] } as const;
const heads = (...chosen: (keyof typeof OF)[]) =>
	pickColumns<Row, keyof typeof ALL, keyof typeof OF>(ALL, OF, chosen, ["outside"]).map(({ head }) => head);

test("without a choice a file has every column", () => {
	expect(pickColumns(ALL, OF, null)).toEqual(Object.values(ALL));
});

test("a file has the chosen columns in their order, each once, and an amount is never without its currency", () => {
	expect(heads("when", "amount", "person", "name")).toEqual([
		...["At", "Amount", "Currency", "Name", "Number"],
		"Outside totals",
	]);
	expect(heads("name", "when")).toEqual(["Name", "At"]);
});
