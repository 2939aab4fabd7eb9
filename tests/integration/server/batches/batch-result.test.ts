import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { decideBatch } from "#server/batches/decide/decide-batch.ts";
import { createBatch } from "#server/batches/draft/create-batch.ts";
import { exportResult } from "#server/batches/export-result.ts";
import { listRows } from "#server/batches/list-rows.ts";
import { exportPayments } from "#server/payments/read/export-payments.ts";
import { newBatch, newRow, requestedBatch } from "#tests/support/desk/new-batch.ts";
import { exportLabels } from "#tests/support/files/export-labels.ts";
import { readBook } from "#tests/support/files/read-book.ts";
import { readBytes, readCsv } from "#tests/support/files/read-file.ts";
import { openPaymentDesk, QUICK } from "#tests/support/payment-desk.ts";

const desk = await openPaymentDesk();
const { maker, approver, viewer } = desk;

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

test("a currency that a list names is computed by no formula of the result", async () => {
	const hostile = '")+WEBSERVICE("http://x/")+N("';
	const rows = [newRow({ currency: hostile }), newRow(), newRow({ currency: "*" })];
	const { id } = await createBatch(maker, { name: "Salaries", rows }, randomUUID());
	const { chunks } = await exportResult(viewer, { id, format: "xlsx" }, exportLabels);
	const [sheet] = await readBook(await readBytes(chunks));
	const formulas = sheet?.rows.flat().flatMap((cell) => cell?.formula ?? []) ?? [];
	expect(formulas.length).toBeGreaterThan(0);
	expect(formulas.filter((formula) => !/^SUMIF\([$\w:]+,"XOF",[$\w:]+\)$/.test(formula))).toEqual([]);
});
