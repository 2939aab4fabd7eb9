import { describe, expect, test } from "vitest";
import { GET as RECEIPTS } from "#app/api/batches/[id]/receipts/route.ts";
import { findPaper } from "#server/papers/find-paper.ts";
import { renderInThread } from "#server/papers/paper-thread.ts";
import { batchReceiptsFile } from "#server/receipts/batch-receipts-file.ts";
import { readReceipt } from "#server/receipts/read-receipt.ts";
import { receiptFile } from "#server/receipts/receipt-file.ts";
import { ask, serveWith } from "#tests/support/desk/desk-requests.ts";
import { newBatch, requestedBatch } from "#tests/support/desk/new-batch.ts";
import { openSession } from "#tests/support/desk/open-session.ts";
import { exportLabels } from "#tests/support/files/export-labels.ts";
import { brokenPdfRules } from "#tests/support/files/pdf-rules.ts";
import { readBytes } from "#tests/support/files/read-file.ts";
import { readPdf } from "#tests/support/files/read-pdf.ts";
import { openPaymentDesk } from "#tests/support/payment-desk.ts";

const desk = await openPaymentDesk();
const { maker, viewer, database } = desk;
const elsewhere = { ...viewer, config: { ...viewer.config, environment: "https://live.example" } };
const FRENCH = { locale: "fr", labelsIn: exportLabels } as const;
const ENGLISH = { locale: "en", labelsIn: exportLabels } as const;
renderInThread();

/** pdf.js reads a wrapped line as two. */
const flat = (text: string) => text.replace(/\s+/g, " ");

async function become(state: string, id: string): Promise<void> {
	await desk.pool.query("update payment set state = $2, processed_at = now() where id = $1", [id, state]);
}

describe("a receipt as PDF", () => {
	test("says what the printed page says, and its code", async () => {
		const { kind, id } = await desk.sent({ input: { metadata: { note: "Loyer de mars" } } });
		await become("succeeded", id);
		const receipt = await readReceipt(viewer, { kind, id }, FRENCH);
		const { chunks, contentType, fileName } = await receiptFile(viewer, { kind, id }, FRENCH);
		const bytes = await readBytes(chunks);
		expect(await brokenPdfRules(bytes)).toEqual([]);
		const { text, pages } = await readPdf(bytes);
		expect([contentType, fileName]).toEqual(["application/pdf", `receipt-${id}.pdf`]);
		expect(pages).toHaveLength(1);
		const said = [receipt.business, receipt.title, receipt.amount, receipt.words, receipt.code, receipt.zone];
		for (const part of [...said, ...receipt.facts.flat()]) expect(flat(text)).toContain(flat(part));
		expect(flat(text)).not.toContain("pas une preuve");
	});

	test("says that it proves nothing while the outcome is not final; without money moved there is none", async () => {
		const open = await desk.sent();
		await become("unknown", open.id);
		const { chunks } = await receiptFile(viewer, open, ENGLISH);
		const bytes = await readBytes(chunks);
		expect(await brokenPdfRules(bytes)).toEqual([]);
		const text = flat((await readPdf(bytes)).text);
		expect(text).toContain("This document is not proof of payment.");
		// The page that checks the code does not call it a receipt either.
		const [, code = ""] = /Check code (\S+)/.exec(text) ?? [];
		expect(await findPaper({ database }, code)).toMatchObject({ kind: "open.payout" });
		const waiting = await desk.requested();
		await expect(receiptFile(viewer, waiting, ENGLISH)).rejects.toMatchObject({ code: "not_found" });
		await expect(receiptFile(viewer, { ...open, kind: "deposit" }, ENGLISH)).rejects.toMatchObject({
			code: "not_found",
		});
	});

	test("is also there for a payment of an account that the desk used before", async () => {
		const { kind, id } = await desk.sent();
		expect(await readReceipt(elsewhere, { kind, id }, ENGLISH)).toMatchObject({ title: "Payout receipt" });
	});
});

describe("the code on a paper", () => {
	test("tells anybody its kind and its day, and nothing else; is the same for the same paper of a day, and another once the paper says something else", async () => {
		const { kind, id } = await desk.sent();
		const { code } = await readReceipt(viewer, { kind, id }, ENGLISH);
		expect(await findPaper({ database }, code.toLowerCase())).toEqual({ kind: "receipt.payout", day: "2026-03-10" });
		expect(await findPaper({ database }, "7K3M-Q9ZX-04TB-WNRE")).toBeNull();
		const codeNow = async (language: typeof ENGLISH | typeof FRENCH = ENGLISH) =>
			(await readReceipt(viewer, { kind, id }, language)).code;
		const first = await codeNow();
		expect(await codeNow()).toBe(first);
		const french = await codeNow(FRENCH);
		await become("succeeded", id);
		const paid = await codeNow();
		desk.clock.advance(24 * 3_600_000);
		expect(new Set([first, french, paid, await codeNow()]).size).toBe(4);
		desk.clock.advance(-24 * 3_600_000);
	});
});

test("a batch's receipts are one file: a page that lists and adds them up, then one for each row that moved money", async () => {
	const { id } = await requestedBatch(maker, newBatch(3));
	await expect(batchReceiptsFile(viewer, { id }, FRENCH)).rejects.toMatchObject({ code: "not_found" });
	serveWith(desk.system);
	const cookie = await openSession(desk.system, viewer.member, desk.clock.now());
	// The page asks before it downloads, so that it can tell a fault in words.
	const asked = () => ask(RECEIPTS, `/api/batches/${id}/receipts?ask=1`, { cookie, params: { id } });
	expect((await asked()).status).toBe(404);
	const { rows } = await desk.pool.query("select id from payment where batch_id = $1 order by batch_row", [id]);
	await become("succeeded", rows[0].id);
	await become("unknown", rows[2].id);
	expect((await asked()).status).toBe(204);
	await expect(batchReceiptsFile(elsewhere, { id }, FRENCH)).rejects.toMatchObject({ code: "not_found" });
	const { chunks, fileName } = await batchReceiptsFile(viewer, { id }, FRENCH);
	expect(fileName).toBe("receipts-salaries-2026-03-10.pdf");
	const bytes = await readBytes(chunks);
	expect(await brokenPdfRules(bytes)).toEqual([]);
	const [cover, ...pages] = (await readPdf(bytes)).pages.map(({ text }) => flat(text));
	expect(pages.map((text) => [rows[0], rows[2]].findIndex((row) => text.includes(row.id)))).toEqual([0, 1]);
	for (const text of pages) expect(text).toContain("Ama");
	const { rows: kept } = await desk.pool.query("select name from batch where id = $1", [id]);
	for (const part of ["Reçus d’un lot", kept[0].name, "Reçus 2", "Payé 1 · ", "Issue inconnue 1 · "])
		expect(cover).toContain(part);
	expect(cover?.match(/\b[13] Ama/g)).toEqual(["1 Ama", "3 Ama"]);
	expect(cover).toMatch(new RegExp(`Reçus d’un lot : ${kept[0].name} Page 1 sur\\s*3$`));
});

test("a reader who leaves early stops the reading of rows, and the next paper is drawn all the same", async () => {
	const { kind, id } = await desk.sent();
	const left = await receiptFile(viewer, { kind, id }, ENGLISH);
	await left.chunks.next();
	await left.chunks.return(undefined);
	const { chunks } = await receiptFile(viewer, { kind, id }, ENGLISH);
	expect((await readPdf(await readBytes(chunks))).pages).toHaveLength(1);
});
