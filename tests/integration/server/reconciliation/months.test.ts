import { beforeEach, expect, test } from "vitest";
import { movementExportQuerySchema, movementSumsSchema } from "#lib/contracts/movement.ts";
import { exportMonth } from "#server/reconciliation/export-month.ts";
import { exportMovements } from "#server/reconciliation/export-movements.ts";
import { keepFeeRule } from "#server/reconciliation/keep-fee-rule.ts";
import { listDays } from "#server/reconciliation/list-days.ts";
import { readDay } from "#server/reconciliation/read-day.ts";
import { sumLines } from "#server/reconciliation/sum-lines.ts";
import { exportLabels } from "#tests/support/files/export-labels.ts";
import { readBook } from "#tests/support/files/read-book.ts";
import { readBytes, readCsv } from "#tests/support/files/read-file.ts";
import { BEGIN, CURRENCY, DAY, HOUR, MINUTE, openReconciledWallet } from "#tests/support/wallet/reconciled-wallet.ts";

const wallet = await openReconciledWallet();
const { admin, clock, reconcile, pay, line, look, read, viewer } = wallet;
beforeEach(() => wallet.clear());

const file = async (format: "csv" | "lines") =>
	readCsv((await exportMonth(viewer, { currency: CURRENCY, month: "2026-03", format }, exportLabels)).chunks);

/** A payout of 5,000 with a fee of 50 each hour, and a balance reading after each. */
async function aDay({ lines = 4 } = {}): Promise<void> {
	await look("100000.00", BEGIN - MINUTE);
	for (let turn = 0; turn < lines; turn += 1) {
		const at = BEGIN + turn * HOUR;
		await pay({ at });
		await line({ at: at + 2_000 });
		await look(`${100_000 - 5_050 * (turn + 1)}.00`, at + MINUTE, at + 2_000);
	}
}

test("a month as CSV is its days, or their lines, as a workbook both as two sheets, each added up; whose a line is shows no number in full", async () => {
	await aDay({ lines: 2 });
	// A purpose is nobody's name.
	await wallet.pool.query("update payment set note = 'Facture 2031'");
	await reconcile(DAY);
	const ask = (format: "csv" | "lines") =>
		exportMonth(viewer, { currency: CURRENCY, month: "2026-03", format, locale: "fr" }, exportLabels);
	const days = await ask("csv");
	expect(days.fileName).toBe("reconciliation-XOF-2026-03.csv");
	const [heads, ...rows] = await readCsv(days.chunks, ";");
	expect(heads?.slice(0, 5)).toEqual(["Jour", "Résultat", "Solde d’ouverture", "Entrées", "Sorties"]);
	const figures = rows.flatMap((row) => row.slice(0, 9));
	expect(figures.join(" ")).toBe("2026-03-01 Prouvé 100000 0 -10000 -100 89900 0 -10100");
	const lines = await ask("lines");
	expect(lines.fileName).toBe("reconciliation-XOF-2026-03-lines.csv");
	const [lineHeads, ...cells] = await readCsv(lines.chunks, ";");
	expect(cells).toHaveLength(2);
	const cell = (head: string) => cells[0]?.[lineHeads?.indexOf(head) ?? -1];
	const facts = ["Jour", "Type", "Montant", "Frais", "Solde après", "Rapprochement", "Payeur ou bénéficiaire"];
	const shown = "2026-03-01|Décaissement|-5000|-50|94950|rapprochée (montant et heure)|225 05 •• •• 03 04";
	expect(facts.map(cell).join("|")).toBe(shown);
	expect(cell("Identifiant du paiement")).toMatch(/^payment-/);
	const { chunks } = await exportMonth(viewer, { currency: CURRENCY, month: "2026-03", format: "xlsx" }, exportLabels);
	const sheets = await readBook(await readBytes(chunks));
	const totalOf = (sheet: number, ...heads: string[]) => {
		const rows = sheets[sheet]?.rows ?? [];
		const names = rows[0]?.map(({ value }) => value) ?? [];
		return heads.map((head) => rows.at(-1)?.[names.indexOf(head)]?.value);
	};
	expect(totalOf(0, "Out", "Fees for the day", "Balance change", "Opening")).toEqual(["-10000", "-100", "-10100", ""]);
	expect(totalOf(1, "Amount", "Fee", "Balance after")).toEqual(["-10000", "-100", ""]);
	const march = await readDay(viewer, { currency: CURRENCY, day: "2026-03-01" });
	expect(march.lines[0]?.payment?.who).toBe("+225 05 •• •• 03 04");
});

test("under a kept rule days and lines count fees and types as the proof does; fees inside the amount are apart", async () => {
	await look("100000.00", BEGIN - MINUTE);
	await line();
	await line({ type: "commission", amount: "70.00", fee: "7.00", at: BEGIN + HOUR });
	await look("94923.00", BEGIN + 4 * HOUR);
	const types = [{ type: "commission", effect: "out" as const }];
	await keepFeeRule(admin, { currency: CURRENCY, rule: { deposit: "beside", withdrawal: "inside", types } });
	await reconcile(DAY);
	expect((await file("csv"))[1]?.slice(1, 7).join(" ")).toBe("Proved 100000 0 -5070 -7 94923");
	const [heads, ...lines] = (await file("lines")).map((row) => [3, 4, 10, 11, 5].map((place) => row[place]).join("|"));
	expect(heads).toBe("Amount|Fee|Amount outside totals|Fee outside totals|Balance after");
	expect(lines).toEqual(["-5000|||50|95000", "-70|-7|||94923"]);
	const query = movementExportQuerySchema.parse({ sort: "createdAt" });
	const { chunks } = await exportMovements(viewer, { ...query, currency: CURRENCY }, exportLabels);
	const [names = [], ...same] = await readCsv(chunks);
	expect(
		same.map((row) =>
			heads
				?.split("|")
				.map((head) => row[names.indexOf(head)])
				.join("|"),
		),
	).toEqual(lines);
	const sums = await sumLines(viewer, { currency: CURRENCY });
	expect(movementSumsSchema.parse(sums)).toMatchObject({ net: "-5077.00", unsigned: [] });
});

test("without a kept rule the net is money in less money out and fees, and names the types that it leaves out", async () => {
	await line();
	await line({ type: "deposit", amount: "900.00", fee: "9.00", at: BEGIN + HOUR });
	await line({ type: "commission", amount: "70.00", fee: "7.00", at: BEGIN + HOUR });
	const sums = await sumLines(viewer, { currency: CURRENCY });
	expect(sums).toMatchObject({ net: "-4159.00", unsigned: ["commission"] });
});

test("a day's closing in a file stands beside what was on its way, as the screen shows it", async () => {
	await aDay({ lines: 2 });
	await pay({ at: BEGIN + 10 * HOUR, state: "pending" });
	await look("84850.00", BEGIN + 11 * HOUR);
	await reconcile(DAY);
	const [heads, row] = await file("csv");
	const cell = (head: string) => row?.[heads?.indexOf(head) ?? -1];
	expect(["Closing", "With the operator", "Balance change"].map(cell)).toEqual(["84850", "5050", "-15150"]);
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
	await reconcile(DAY);
	const [heads = [], ...rows] = await file("lines");
	expect(rows).toHaveLength(count);
	const after = heads.indexOf("Balance after");
	expect([rows[0]?.[after], rows.at(-1)?.[after]]).toEqual([String(all - 10), "0"]);
});

test("movements as a file have what the screen shows of each line: payment, name, operator, reference, balance after", async () => {
	await aDay({ lines: 2 });
	await line({ at: BEGIN + 5 * HOUR, amount: "77.00" });
	await reconcile(DAY);
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
		expect([days.length > 0, olderDays]).toEqual([true, false]);
		expect(new Set(days.map(({ day }) => day.slice(0, 7)))).toEqual(new Set([month]));
		const shown = days.map(({ day }) => day);
		expect(shown).toEqual(shown.toSorted().toReversed());
	}
	const { days } = await listDays(viewer, { currency: CURRENCY, month: "2026-02", limit: 5 });
	expect(days).toEqual([]);
	const all = await listDays(viewer, { currency: CURRENCY, limit: 100 });
	expect([...new Set(all.days.map(({ day }) => day.slice(0, 7)))]).toEqual(months);
});
