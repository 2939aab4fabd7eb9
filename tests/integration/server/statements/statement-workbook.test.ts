import { expect, test } from "vitest";
import { renderInThread } from "#server/papers/paper-thread.ts";
import { exportStatement } from "#server/statements/export-statement.ts";
import { exportLabels } from "#tests/support/files/export-labels.ts";
import { pdfTexts } from "#tests/support/files/pdf-texts.ts";
import { readBook } from "#tests/support/files/read-book.ts";
import { parseCsv, readBytes } from "#tests/support/files/read-file.ts";
import { APRIL, MARCH, openMonth } from "#tests/support/wallet/open-month.ts";
import { BEGIN, CURRENCY, DAY, HOUR } from "#tests/support/wallet/reconciled-wallet.ts";

renderInThread();
const FEBRUARY = { from: "2026-02-01", to: "2026-02-28" };
const month = await openMonth();
// Movements before the first balance reading: 2,000 in, 900 and its fee of 10 out.
await month.line({ type: "deposit", amount: "2000.00", fee: "0.00", at: BEGIN - 10 * DAY });
await month.line({ amount: "900.00", fee: "10.00", at: BEGIN - 5 * DAY });
await month.reconcile();

const file = async (format: "csv" | "xlsx" | "pdf", period = MARCH) => {
	const asked = { currency: CURRENCY, ...period, format, locale: "en" } as const;
	return readBytes((await exportStatement(month.viewer, asked, exportLabels)).chunks);
};

test("a statement's workbook has a sheet of totals, one of days and one of lines, each with its heads frozen; its cells are typed: days and times are dates, amounts and counts are numbers, and the totals add up in the program", async () => {
	const sheets = await readBook(await file("xlsx"));
	expect(sheets.map(({ name, frozenRows }) => `${name} ${frozenRows}`)).toEqual(["Totals 1", "Days 1", "Lines 1"]);
	for (const { rows } of sheets) expect(rows[0]?.every((cell) => cell?.kind === "text" && cell.bold)).toBe(true);
	const [totals, days, lines] = sheets;
	const total = totals?.rows.find(([section]) => section?.value === "Total") ?? [];
	const numbers = ["1", "0", "-5000", "-50", "0", "0"].map((value) => `number ${value}`);
	expect(total.slice(3, 9).map((cell) => `${cell?.kind} ${cell?.value}`)).toEqual(numbers);
	expect(days?.rows[1]?.[2]).toMatchObject({ kind: "date", value: "2026-03-01" });
	expect(days?.rows[31]?.[2]).toMatchObject({ kind: "date", value: "2026-03-31" });
	expect(days?.rows.at(-1)?.[5]).toMatchObject({ kind: "number", value: "-5000", formula: "SUM(F$2:F$32)" });
	expect(lines?.rows[1]?.slice(0, 4)).toMatchObject([
		...[{ kind: "date", value: "2026-03-01 10:00:02" }, { kind: "text" }],
		...["-5000", "-50"].map((value) => ({ kind: "number", value })),
	]);
});

test("a line of a type without a sign is in none of the sums, with its amount and its fee in columns of their own", async () => {
	const other = await openMonth();
	await other.line({ type: "commission", amount: "300.00", fee: "7.00", at: BEGIN + 5 * DAY });
	await other.reconcile();
	const asked = { currency: CURRENCY, ...MARCH, format: "xlsx", locale: "en" } as const;
	const [, , lines] = await readBook(
		await readBytes((await exportStatement(other.viewer, asked, exportLabels)).chunks),
	);
	const [heads = [], , line = []] = lines?.rows ?? [];
	const total = lines?.rows.at(-1) ?? [];
	const cellOf = (row: typeof heads, head: string) => row[heads.findIndex((one) => one?.value === head)]?.value;
	for (const row of [line, total])
		expect(["Amount outside totals", "Fee outside totals"].map((head) => cellOf(row, head))).toEqual(["300", "7"]);
	expect(cellOf(total, "Fee")).toBe("-50");
});

test("a period that the desk did not see from its beginning says from when it knows, on the page and in each file, and opens with what follows from the first reading", async () => {
	const first = new Date(BEGIN + HOUR).toISOString();
	const february = await month.read(FEBRUARY);
	expect(february).toMatchObject({
		...{ knownFrom: first, in: "2000.00", out: "900.00", fees: "10.00", unexplained: "0.00" },
		opening: { amount: "98910.00", knownBy: "reckoned" },
		closing: { amount: "100000.00", knownBy: "reckoned" },
	});
	const march = await month.read();
	expect(march).toMatchObject({ knownFrom: first, opening: february.closing });
	expect(march.openDays).toEqual([]);
	expect(february.openDays).toMatchObject([{ day: "2026-02-01", to: "2026-02-28", kind: "not_proved" }]);
	expect((await month.read(APRIL)).knownFrom).toBeNull();
	const rows = parseCsv((await file("csv", FEBRUARY)).toString("utf8"), ",");
	expect(rows.find(([section]) => section === "Read since")?.[rows[0]?.indexOf("Day") ?? -1]).toBe("2026-03-01");
	const [totals] = await readBook(await file("xlsx", FEBRUARY));
	const row = totals?.rows.find(([section]) => section?.value === "Read since");
	expect(row?.[2]).toMatchObject({ kind: "date", value: "2026-03-01" });
	for (const { reader, text } of await pdfTexts(await file("pdf", FEBRUARY)))
		expect(text, reader).toContain("Cauri has read this wallet since");
});
