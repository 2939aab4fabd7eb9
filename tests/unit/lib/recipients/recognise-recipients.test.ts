import { expect, test } from "vitest";
import { MOST_CELL } from "#lib/batches/batch-states.ts";
import en from "#lib/i18n/en.json" with { type: "json" };
import fr from "#lib/i18n/fr.json" with { type: "json" };
import { importRows, recogniseRecipients, withoutBookTitle } from "#lib/recipients/recognise-recipients.ts";

test.each([
	["English", en],
	["French", fr],
])("the purpose of an exported book is read again: %s", (_language, { recipients: { column } }) => {
	const heading = [column.name, column.number, column.purpose];
	const { columns, hasHeading } = recogniseRecipients([heading, ["Awa", "0701020304", "Salaire"]], "CI");
	expect({ columns, hasHeading }).toEqual({ columns: { name: 0, number: 1, purpose: 2 }, hasHeading: true });
});

test("rows above the headings of a list name it, and are nobody", () => {
	const list = [
		["N°", "Nom", "Téléphone", "Service"],
		["1", "Awa", "0701020304", "Paie"],
	];
	expect(withoutBookTitle([["Personnel au 1er mai", "", "", ""], ["Abidjan", "", "", ""], ...list])).toEqual(list);
	expect(withoutBookTitle(list)).toEqual(list);
});

test.each([
	["Téléphone", "Nouveau numéro"],
	["Phone", "New number"],
])("the number of a list that has a new one in another column is left to a person: %s;%s", (old, changed) => {
	const list = [
		["Nom", old, changed],
		["Awa", "0701020304", ""],
		["Kofi", "0701020305", "0501020306"],
	];
	expect(recogniseRecipients(list, "CI").columns).toEqual({ name: 0 });
	const others = list.map((cells) => cells.with(2, cells[2] === "0501020306" ? "Paie" : (cells[2] ?? "")));
	expect(recogniseRecipients(others, "CI").columns).toEqual({ name: 0, number: 1 });
});

test("a cell that is cut within an emoji is one that a request may hold", () => {
	const table = [
		["Nom", "Numéro", "Note"],
		["Awa", "0701020304", `${"a".repeat(MOST_CELL - 1)}😀`],
	];
	expect(importRows(table, recogniseRecipients(table, "CI"))[0]?.note?.isWellFormed()).toBe(true);
});
