import { beforeAll, expect, test } from "vitest";
import { paymentExportQuerySchema } from "#lib/contracts/payment.ts";
import type { PaymentKind } from "#lib/payment-state.ts";
import { exportPayments } from "#server/payments/read/export-payments.ts";
import { exportLabels } from "#tests/support/files/export-labels.ts";
import { readRows } from "#tests/support/files/read-book.ts";
import { readCsv } from "#tests/support/files/read-file.ts";
import { openPaymentDesk } from "#tests/support/payment-desk.ts";
import { newestEntry } from "#tests/support/rows/audit-entries.ts";
import { updateRows } from "#tests/support/rows/rows.ts";

const desk = await openPaymentDesk();
const { viewer, clock, database } = desk;
const ids: string[] = [];

// From 2026-03-10 09:00 UTC on.
beforeAll(async () => {
	for (let count = 0; count < 5; count += 1) {
		ids.push((await desk.requested({ destination: `+22507010203${count}0`, amount: `${(count + 1) * 1_000}` })).id);
		clock.advance(3_600_000);
	}
	await desk.deposit();
	await updateRows(
		database,
		"payment",
		{ id: ids[0] ?? "" },
		{ state: "succeeded", reference: "=TX-1", note: "Rent; March" },
	);
	await updateRows(database, "payment", { id: ids[1] ?? "" }, { state: "rejected" });
});

const ask = (query: object = {}, kind: PaymentKind = "payout") =>
	exportPayments(viewer, { ...paymentExportQuerySchema.parse(query), kind }, exportLabels);
const cells = (rows: string[][], head: string) => rows.slice(1).map((row) => row[rows[0]?.indexOf(head) ?? -1]);

test("payouts as a CSV: the list's rows in its order, amounts as they leave the wallet, numbers masked as there", async () => {
	const file = await ask({ locale: "fr" });
	expect(file.fileName).toBe("payouts-2026-03-10.csv");
	const rows = await readCsv(file.chunks, ";");
	expect(cells(rows, "Identifiant du paiement")).toEqual(ids.toReversed());
	expect(cells(rows, "Montant")).toEqual(["-5000", "-4000", "-3000", "-2000", "-1000"]);
	// Only payments that the service calls success have an amount in the column of paid amounts.
	expect(cells(rows, "Montant payé")).toEqual(["", "", "", "", "-1000"]);
	expect(cells(rows, "État").slice(-2)).toEqual(["Rejeté", "Payé"]);
	expect(cells(rows, "Motif").at(-1)).toBe("Rent; March");
	expect(cells(rows, "Référence").at(-1)).toBe("'=TX-1");
	expect(cells(rows, "Bénéficiaire")[0]).toMatch(/^225 07 •• •• /);
	expect(cells(rows, "Demandé par")[0]).toBe(desk.maker.member.name);
});

test("deposits come with the payer and add to the wallet", async () => {
	const file = await ask({}, "deposit");
	expect(file.fileName).toBe("deposits-2026-03-10.csv");
	const rows = await readCsv(file.chunks);
	expect(rows).toHaveLength(2);
	expect(Number(cells(rows, "Amount")[0])).toBeGreaterThan(0);
	expect(rows[0]).toContain("Payer");
	expect(rows[0]).not.toContain("Approved by");
});

test("the filters of the list hold, and what came after the beginning is left out", async () => {
	expect(await readCsv((await ask({ state: "rejected" })).chunks)).toHaveLength(2);
	expect(await readCsv((await ask({ state: "open" })).chunks)).toHaveLength(4);
	expect(await readCsv((await ask({ search: "TX-1" })).chunks)).toHaveLength(2);
	expect(await readCsv((await ask({ from: "2026-03-11" })).chunks)).toHaveLength(1);
	expect(await readCsv((await ask({ currency: "XAF" })).chunks)).toHaveLength(1);
	const file = await ask({ sort: "createdAt" });
	clock.advance(60_000);
	const late = (await desk.requested({ destination: "+2250701020399" })).id;
	const seen = cells(await readCsv(file.chunks), "Payment ID");
	expect(seen).toEqual(ids);
	await database.updateTable("payment").set({ state: "cancelled" }).where("id", "=", late).execute();
});

test("a workbook adds up each state, and all of them by formula, and what was paid beside it", async () => {
	const { chunks } = await ask({ format: "xlsx", to: "2026-03-10", search: "+2250701020" });
	expect(await readRows(chunks)).toHaveLength(1);
	const rows = await readRows((await ask({ format: "xlsx", from: "2026-03-10" })).chunks);
	const below = rows.slice(rows.findIndex((row) => row.length === 0) + 1);
	expect(below.map((row) => row.slice(0, 6).map(({ value }) => value))).toContainEqual([
		"Total · Paid",
		"",
		"-1000",
		"-1000",
		"0",
		"XOF",
	]);
	const last = below.at(-1) ?? [];
	const count = rows.findIndex((row) => row.length === 0);
	expect(last[2]?.formula).toBe(`SUM(C$2:C$${count})`);
	const column = rows.slice(1, count).map((row) => Number(row[2]?.value));
	expect(Number(last[2]?.value)).toBe(column.reduce((sum, value) => sum + value, 0));
	expect(last[3]?.value).toBe("-1000");
});

test("an export is written in the record with its filters, a number and names that were searched for masked", async () => {
	await ask({ search: "0701020340", name: "Awa Koné", state: "open" });
	const entry = await newestEntry(database);
	expect(entry).toMatchObject({
		action: "payment.exported",
		member_id: viewer.member.id,
		subject_id: null,
		details: { kind: "payout", format: "csv", state: "open", search: "••••••0340", name: "••• ••••" },
	});
});
