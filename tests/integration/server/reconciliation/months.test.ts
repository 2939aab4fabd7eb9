/** The months of a reconciliation: which have days, the days of one, and one as a file. */
import { beforeEach, expect, test } from "vitest";
import { exportMonth } from "#server/reconciliation/export-month.ts";
import { listDays } from "#server/reconciliation/list-days.ts";
import { readDay } from "#server/reconciliation/read-day.ts";
import { exportLabels } from "#tests/support/files/export-labels.ts";
import { readCsv, readXlsx } from "#tests/support/files/read-file.ts";
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

test("a month as a file: a row a day, a row a line", async () => {
	await aDay({ lines: 2 });
	clock.advance(DAY);
	await reconcile();
	const file = await exportMonth(
		viewer,
		{ currency: CURRENCY, month: "2026-03", format: "csv", locale: "fr" },
		exportLabels,
	);
	expect(file.fileName).toBe("reconciliation-XOF-2026-03.csv");
	const [heads, day, ...lines] = await readCsv(file.chunks, ";");
	expect(lines).toHaveLength(2);
	const cell = (row: string[] | undefined, head: string) => row?.[heads?.indexOf(head) ?? -1];
	const columns = [
		"Nature",
		"Jour",
		"Résultat",
		"Solde d’ouverture",
		"Entrées",
		"Sorties",
		"Solde de clôture",
		"En cours",
		"Variation du solde",
	];
	expect(columns.map((head) => cell(day, head))).toEqual([
		"Jour",
		"2026-03-01",
		"Prouvé",
		"100000",
		"0",
		"-10000",
		"89900",
		"0",
		"-10100",
	]);
	const facts = ["Nature", "Type", "Montant", "Frais", "Solde après", "Rapprochement", "Payeur ou bénéficiaire"];
	expect(facts.map((head) => cell(lines[0], head))).toEqual([
		"Mouvement",
		"Décaissement",
		"-5000",
		"-50",
		"94950",
		"rapproché (montant et heure)",
		"225 05 •• •• 03 04",
	]);
	expect(cell(lines[0], "Identifiant du paiement")).toMatch(/^payment-/);
});

test("a month as a workbook: days and lines add up, each in their own columns", async () => {
	await aDay({ lines: 2 });
	clock.advance(DAY);
	await reconcile();
	const { chunks } = await exportMonth(viewer, { currency: CURRENCY, month: "2026-03", format: "xlsx" }, exportLabels);
	const rows = await readXlsx(chunks);
	const heads = rows[0]?.map(({ value }) => value) ?? [];
	const total = rows.at(-1) ?? [];
	const sumOf = (head: string) => total[heads.indexOf(head)];
	expect(sumOf("Amount")).toMatchObject({ value: "-10000", formula: "SUM(O$2:O$4)" });
	expect(["Out", "Fees for the day", "Balance change"].map((head) => sumOf(head)?.value)).toEqual([
		"-10000",
		"-100",
		"-10100",
	]);
	expect(sumOf("Opening")).toMatchObject({ value: "", formula: null });
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
