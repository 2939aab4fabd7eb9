import { expect, test } from "vitest";
import { renderInThread } from "#server/papers/paper-thread.ts";
import { exportStatement } from "#server/statements/export-statement.ts";
import { exportLabels } from "#tests/support/files/export-labels.ts";
import { readBytes, readCsv } from "#tests/support/files/read-file.ts";
import { readPdf } from "#tests/support/files/read-pdf.ts";
import { APRIL, MARCH, openMonth } from "#tests/support/wallet/open-month.ts";
import { BEGIN, CURRENCY, DAY } from "#tests/support/wallet/reconciled-wallet.ts";

renderInThread();

type Month = Awaited<ReturnType<typeof openMonth>>;

const begin = ({ viewer }: Month, format: "pdf" | "journal" | "csv" = "journal", period = MARCH) =>
	exportStatement(viewer, { currency: CURRENCY, ...period, format, locale: "en" }, exportLabels);

/** The amounts in the journal's debit column, without zeros. */
async function debits(file: Awaited<ReturnType<typeof begin>>): Promise<string[]> {
	const [, ...rows] = await readCsv(file.chunks);
	return rows.map((row) => row[5] ?? "").filter((debit) => Number(debit) > 0);
}

test("a line that arrives after the figures were read is not in the file, whose paper names the wallet as the service does; one that is withdrawn meanwhile ends the file before its end: it never contradicts its figures", async () => {
	const month = await openMonth();
	const [journal, paper] = [await begin(month), await begin(month, "pdf")];
	await month.lateLine({ amount: "300.00" });
	expect(await debits(journal)).toEqual(["50", "5000"]);
	const { text } = await readPdf(await readBytes(paper.chunks));
	expect(text).not.toContain("300 ");
	expect(await debits(await begin(month))).toContain("300");
	const { rows } = await month.pool.query("select distinct wallet_reference from balance_reading");
	expect(rows).toHaveLength(1);
	expect(text).toContain(`Wallet ${rows[0].wallet_reference}`);
	const begun = [await begin(month), await begin(month, "pdf")];
	await month.pool.query("update movement set withdrawn_at = now()");
	for (const { chunks } of begun)
		await expect(readBytes(chunks)).rejects.toThrow("the lines changed while the file was written");
});

test("a line that the service dates after today is in no figure and in no file until its day", async () => {
	const month = await openMonth();
	await month.line({ type: "deposit", amount: "400.00", fee: "0.00", at: BEGIN + 40 * DAY });
	await month.pay({ at: BEGIN + 41 * DAY });
	await month.line({ at: BEGIN + 41 * DAY + 2_000 });
	await month.reconcile();
	expect(await debits(await begin(month, "journal", APRIL))).toEqual([]);
	expect(await month.read(APRIL)).toMatchObject({ out: "0.00", count: 0, byType: [], byOperator: [] });
	month.clock.advance(7 * DAY);
	expect(await debits(await begin(month, "journal", APRIL))).toEqual(["400"]);
});

test("a proposed month whose lines changed since has no file of lines until it is proposed again", async () => {
	const month = await openMonth();
	await month.decide(month.approver, "propose");
	expect(await debits(await begin(month))).toEqual(["50", "5000"]);
	await month.lateLine({ amount: "300.00" });
	await expect(begin(month)).rejects.toMatchObject({ code: "conflict" });
	await expect(begin(month, "pdf")).rejects.toMatchObject({ code: "conflict" });
	await month.decide(month.approver, "reject", { version: 1 });
	expect(await debits(await begin(month))).toContain("300");
});
