import { expect, test } from "vitest";
import { inputRows } from "#lib/batches/input-rows.ts";
import { readTable } from "#lib/batches/read-table.ts";
import { recogniseColumns, withoutTitle } from "#lib/batches/recognise-columns.ts";

const SETTING = { currency: "XOF", homeCountry: "CI" };
const amountsOf = (text: string, currency = "XOF") => {
	const table = withoutTitle(readTable(text).rows);
	return inputRows(table, recogniseColumns(table, { ...SETTING, currency }), currency).map(({ amount }) => amount);
};

test.each([
	["Montant (USD)", "XOF", "25 (USD)"],
	["Montant ($)", "CDF", "25 ($)"],
	["Montant en milliers de FCFA", "XOF", "25 (milliers)"],
	["Montant (K FCFA)", "XOF", "25 (K)"],
	["Montant ('000)", "XOF", "25 (000)"],
	["Commission (%)", "XOF", "25 (%)"],
	["Montant (FCFA)", "USD", "25 (FCFA)"],
	["Montant (F CFA)", "XOF", "25"],
	["Montant XOF", "XOF", "25"],
	["Amount (US$)", "USD", "25"],
	["Amount in dollars", "USD", "25"],
	["Amount (K)", "ZMW", "25"],
	["Montant mai 2025", "XOF", "25"],
])("an amount keeps the unit of its heading, unless that is its currency: %s in %s", (heading, currency, amount) => {
	expect(amountsOf(`Nom;Téléphone;${heading}\nAwa;0701020304;25\nKofi;0501020305;`, currency)).toEqual([amount, ""]);
});

test("a heading's unit is compared with the currency of each row", () => {
	const list = "Nom;Téléphone;Montant (XOF);Devise\nAwa;0701020304;25;FCFA\nKofi;0501020305;25;USD";
	expect(amountsOf(list)).toEqual(["25", "25 (XOF)"]);
});
