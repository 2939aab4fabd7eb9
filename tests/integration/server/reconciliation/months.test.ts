/** The months of a reconciliation: which have days, the days of one, and one as a file. */
import { beforeEach, expect, test } from "vitest";
import { movementExportQuerySchema } from "#lib/contracts/movement.ts";
import { exportMonth } from "#server/reconciliation/export-month.ts";
import { exportMovements } from "#server/reconciliation/export-movements.ts";
import { listDays } from "#server/reconciliation/list-days.ts";
import { readDay } from "#server/reconciliation/read-day.ts";
import { exportLabels } from "#tests/support/files/export-labels.ts";
import { readBytes, readCsv, readSheet } from "#tests/support/files/read-file.ts";
import { BEGIN, CURRENCY, DAY, HOUR, MINUTE, openReconciledWallet } from "#tests/support/wallet/reconciled-wallet.ts";

const wallet = await openReconciledWallet();
const { clock, reconcile, pay, line, look, read, viewer } = wallet;
beforeEach(() => wallet.clear());

/** A payout an hour of 5,000 with a fee of 50, and a look after each. */
async function aDay({ lines = 4 } = {}): Promise<void> {
	await look("100000.00", BEGIN - MINUTE);
	for (let turn = 0; turn < lines; turn += 1) {
		const at = BEGIN + turn * HOUR;
		await pay({ at });
		await line({ at: at + 2_000 });
		await look(`${100_000 - 5_050 * (turn + 1)}.00`, at + MINUTE, at + 2_000);
	}
}

test("a month as CSV is its days, or their lines", async () => {
	await aDay({ lines: 2 });
	clock.advance(DAY);
	await reconcile();
	const ask = (format: "csv" | "lines") =>
		exportMonth(viewer, { currency: CURRENCY, month: "2026-03", format, locale: "fr" }, exportLabels);
	const days = await ask("csv");
	expect(days.fileName).toBe("reconciliation-XOF-2026-03.csv");
	const [heads, ...rows] = await readCsv(days.chunks, ";");
	expect(heads?.slice(0, 5)).toEqual(["Jour", "Résultat", "Solde d’ouverture", "Entrées", "Sorties"]);
	expect(rows.map((row) => row.slice(0, 9))).toEqual([
		["2026-03-01", "Prouvé", "100000", "0", "-10000", "-100", "89900", "0", "-10100"],
	]);
	const lines = await ask("lines");
	expect(lines.fileName).toBe("reconciliation-XOF-2026-03-lines.csv");
	const [lineHeads, ...cells] = await readCsv(lines.chunks, ";");
	expect(cells).toHaveLength(2);
	const cell = (head: string) => cells[0]?.[lineHeads?.indexOf(head) ?? -1];
	const facts = ["Jour", "Type", "Montant", "Frais", "Solde après", "Rapprochement", "Payeur ou bénéficiaire"];
	expect(facts.map(cell)).toEqual([
		"2026-03-01",
		"Décaissement",
		"-5000",
		"-50",
		"94950",
		"rapproché (montant et heure)",
		"225 05 •• •• 03 04",
	]);
	expect(cell("Identifiant du paiement")).toMatch(/^payment-/);
});

test("a day's closing in a file stands beside what was on its way, as the screen shows it", async () => {
	await aDay({ lines: 2 });
	await pay({ at: BEGIN + 10 * HOUR, state: "pending" });
	await look("84850.00", BEGIN + 11 * HOUR);
	clock.advance(DAY);
	await reconcile();
	const query = { currency: CURRENCY, month: "2026-03", format: "csv" } as const;
	const { chunks } = await exportMonth(viewer, query, exportLabels);
	const [heads, row] = await readCsv(chunks, ",");
	const cell = (head: string) => row?.[heads?.indexOf(head) ?? -1];
	expect(["Closing", "With the operator", "Balance change"].map(cell)).toEqual(["84850", "5050", "-15150"]);
});

test("a month as a workbook has days and lines as two sheets, each added up", async () => {
	await aDay({ lines: 2 });
	clock.advance(DAY);
	await reconcile();
	const { chunks } = await exportMonth(viewer, { currency: CURRENCY, month: "2026-03", format: "xlsx" }, exportLabels);
	const archive = await readBytes(chunks);
	const totalOf = async (sheet: number, ...heads: string[]) => {
		const rows = readSheet(archive, sheet);
		const names = rows[0]?.map(({ value }) => value) ?? [];
		return heads.map((head) => rows.at(-1)?.[names.indexOf(head)]?.value);
	};
	expect(await totalOf(1, "Out", "Fees for the day", "Balance change", "Opening")).toEqual([
		"-10000",
		"-100",
		"-10100",
		"",
	]);
	expect(await totalOf(2, "Amount", "Fee", "Balance after")).toEqual(["-10000", "-100", ""]);
});

test("the lines of a busy day are all in the file, with the balance after each, however many they are", async () => {
	const count = 2_500;
	const all = 10 * count;
	await look(`${all}.00`, BEGIN - MINUTE);
	await wallet.pool.query(
		`insert into movement (environment, currency, type, amount, fee, created_at, occurrence, first_seen_at)
		select $1, $2, 'withdrawal', 10, 0, $3::timestamptz + n * interval '1 millisecond', 1, now() from generate_series(1, $4::int) as n`,
		[wallet.environment, CURRENCY, new Date(BEGIN), count],
	);
	await look("0.00", BEGIN + HOUR);
	clock.advance(DAY);
	await reconcile();
	const { chunks } = await exportMonth(viewer, { currency: CURRENCY, month: "2026-03", format: "lines" }, exportLabels);
	const [heads = [], ...rows] = await readCsv(chunks);
	expect(rows).toHaveLength(count);
	const after = heads.indexOf("Balance after");
	expect([rows[0]?.[after], rows.at(-1)?.[after]]).toEqual([String(all - 10), "0"]);
});

test("movements as a file have what the screen shows of each line: payment, name, operator, reference, balance after", async () => {
	await aDay({ lines: 2 });
	await line({ at: BEGIN + 5 * HOUR, amount: "77.00" });
	clock.advance(DAY);
	await reconcile();
	const query = movementExportQuerySchema.parse({ from: "2026-03-01", to: "2026-03-01" });
	const file = await exportMovements(viewer, { ...query, currency: CURRENCY }, exportLabels);
	expect(file.fileName).toBe("movements-XOF-2026-03-01.csv");
	const [heads = [], foreign, last, first] = await readCsv(file.chunks);
	const cells = (row: string[] | undefined) =>
		["Match", "Operator", "Payer or recipient", "Reference", "Balance after"].map((head) => row?.[heads.indexOf(head)]);
	expect(cells(foreign)).toEqual(["Unmatched", "", "", "", ""]);
	expect(cells(last)).toEqual(["Payment", "MTN", "225 05 •• •• 03 04", expect.stringMatching(/^TX-/), "89900"]);
	expect(cells(first).at(-1)).toBe("94950");
	expect(first?.[heads.indexOf("Payment ID")]).toMatch(/^payment-/);
});

test("the days of a month, and the months that have days: no others are offered", async () => {
	await aDay();
	clock.advance(40 * DAY);
	await look("89900.00", clock.now().getTime());
	await reconcile();
	const { months } = await read();
	expect(months.at(-1)).toBe("2026-03");
	for (const month of months) {
		const { days, olderDays } = await listDays(viewer, { currency: CURRENCY, month, limit: 5 });
		expect(days.length).toBeGreaterThan(0);
		expect(olderDays).toBe(false);
		expect(new Set(days.map(({ day }) => day.slice(0, 7)))).toEqual(new Set([month]));
		expect(days.map(({ day }) => day)).toEqual(
			days
				.map(({ day }) => day)
				.toSorted()
				.toReversed(),
		);
	}
	const { days } = await listDays(viewer, { currency: CURRENCY, month: "2026-02", limit: 5 });
	expect(days).toEqual([]);
	const all = await listDays(viewer, { currency: CURRENCY, limit: 100 });
	expect([...new Set(all.days.map(({ day }) => day.slice(0, 7)))]).toEqual(months);
});

test("whose a line is shows no number in full", async () => {
	await aDay({ lines: 1 });
	clock.advance(DAY);
	await reconcile();
	const { lines } = await readDay(viewer, { currency: CURRENCY, day: "2026-03-01" });
	expect(lines[0]?.payment?.who).toBe("+225 05 •• •• 03 04");
});
