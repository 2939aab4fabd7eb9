import { expect, test } from "vitest";
import { changeRow } from "#server/batches/draft/change-row.ts";
import { createBatch } from "#server/batches/draft/create-batch.ts";
import { listRows } from "#server/batches/list-rows.ts";
import { newRow } from "#tests/support/desk/new-batch.ts";
import { openPaymentDesk } from "#tests/support/payment-desk.ts";

const desk = await openPaymentDesk();
const { maker } = desk;

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
