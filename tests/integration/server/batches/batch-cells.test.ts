import { expect, test } from "vitest";
import { changeRow } from "#server/batches/draft/change-row.ts";
import { createBatch, createBatchOfFile } from "#server/batches/draft/create-batch.ts";
import { listRows } from "#server/batches/list-rows.ts";
import { newRow } from "#tests/support/desk/new-batch.ts";
import { openPaymentDesk } from "#tests/support/payment-desk.ts";

const desk = await openPaymentDesk();
const { maker } = desk;
const uploaded = (text: string) =>
	createBatchOfFile(maker, { file: Buffer.from(text), name: "Salaries" } as never, desk.key());

test.each([
	["Nom;Téléphone;Salaire brut\nAwa;0701020304;150000", { file: "columns_unknown", amount: "column_unclear" }],
	["Nom;Téléphone;Salaire net;Avance\nAwa;0701020304;9000;50", { file: "columns_unknown", amount: "column_unclear" }],
	["Nom;Brut\nAwa;150000", { file: "columns_unknown", destination: "column_unclear", amount: "column_unclear" }],
])(
	"a file is refused, and the column that a person must name is told, instead of a guess: %s",
	async (text, fields) => {
		await expect(uploaded(text)).rejects.toMatchObject({ code: "invalid_input", fields });
	},
);

test("a file whose last cells are left out pays no amount by its first digits", async () => {
	const { id } = await uploaded("Name,Phone,Amount,Purpose\nAwa,0701020304,1,500\nBen,0501020304,2000,rent\n");
	const { items } = await listRows(maker, { id });
	expect(items.map(({ amount, faults }) => [amount, faults.map(({ code }) => code)])).toEqual([
		["1 | 500", ["not_a_number"]],
		["2000.00", []],
	]);
});

test("a row tells what was typed beside what its number decided, so that a corrected number decides anew", async () => {
	const row = newRow({ destination: "0701020304", operator: "" });
	const { id } = await createBatch(maker, { name: "Salaries", rows: [row] }, desk.key());
	const rowOf = async () => (await listRows(maker, { id })).items[0];
	const before = await rowOf();
	expect(before).toMatchObject({ operator: "orange-money-ci", country: "CI", typedOperator: "", typedCountry: "" });
	const { typedOperator: operator = "", typedCountry: country = "" } = before ?? {};
	await changeRow(maker, { id, n: 1, version: 1, destination: "0501020304", operator, country });
	expect(await rowOf()).toMatchObject({ operator: "mtn-ci", typedOperator: "", faults: [] });
});
