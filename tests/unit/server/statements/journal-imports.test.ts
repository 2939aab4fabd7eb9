import { describe, expect, test } from "vitest";
import { DEFAULT_ACCOUNTS } from "#lib/contracts/journal.ts";
import { USUAL_RULE } from "#server/reconciliation/proof/effects.ts";
import { bookLine } from "#server/statements/book-line.ts";
import { type Entry, odooChunks, sageChunks } from "#server/statements/journal-imports.ts";
import type { StatementLine } from "#server/statements/statement-lines.ts";
import { parseCsv, readBytes } from "#tests/support/files/read-file.ts";

const BOOKS = { journal: "MM", currency: "XOF" };
const LINE: StatementLine = {
	...{ id: "7", createdAt: "2026-03-04T10:00:02.000000Z", day: "2026-03-04", type: "withdrawal", amount: "5000.00" },
	...{ fee: "50.00", paymentId: "payment-1", operator: "mtn-ci", operatorName: "MTN", who: "Awa Traoré" },
	...{ purpose: "Loyer de mars", reference: "TX-1" },
};
const LINES: StatementLine[] = [
	LINE,
	{ ...LINE, id: "8", type: "deposit", amount: "2500.50", fee: "0.00", who: "+225 05 •• •• 03 04", reference: null },
	{ ...LINE, id: "9", day: "2026-12-31", paymentId: null, who: null, purpose: null },
];

async function* entries(lines: readonly StatementLine[] = LINES): AsyncGenerator<Entry[]> {
	for (const line of lines) {
		const { type, who, purpose } = line;
		const label: Entry["label"] = ({ isFee }) => [isFee ? "fee" : type, who, purpose].filter(Boolean).join(" · ");
		yield [{ line, label, bookings: bookLine({ ...DEFAULT_ACCOUNTS, rule: USUAL_RULE }, line) }];
	}
}

const odoo = async (lines?: readonly StatementLine[]) =>
	parseCsv((await readBytes(odooChunks(entries(lines), BOOKS))).toString("utf8"), ",");
const sage = async (lines?: readonly StatementLine[]) => {
	const bytes = await readBytes(sageChunks(entries(lines), BOOKS));
	const text = new TextDecoder("windows-1252").decode(bytes);
	const [heads = [], ...rows] = text.split("\r\n").map((row) => row.split(";"));
	return { heads, rows: rows.slice(0, -1), bytes };
};
const minor = (text = "") => Math.round(Number(text.replace(",", ".")) * 100);

describe("the journal for Odoo", () => {
	test("has the columns of its import of journal entries, and what belongs to an entry on its first row alone", async () => {
		const [heads, ...rows] = await odoo();
		expect(heads).toEqual([
			...["journal_id", "date", "ref"],
			...["line_ids/account_id", "line_ids/name", "line_ids/debit", "line_ids/credit"],
		]);
		expect(rows).toEqual([
			["MM", "2026-03-04", "TX-1", "552", "withdrawal · Awa Traoré · Loyer de mars", "0", "5050"],
			["", "", "", "631", "fee · Awa Traoré · Loyer de mars", "50", "0"],
			["", "", "", "401", "withdrawal · Awa Traoré · Loyer de mars", "5000", "0"],
			["MM", "2026-03-04", "M8", "552", "deposit · +225 05 •• •• 03 04 · Loyer de mars", "2500.50", "0"],
			["", "", "", "411", "deposit · +225 05 •• •• 03 04 · Loyer de mars", "0", "2500.50"],
			["MM", "2026-12-31", "TX-1", "552", "withdrawal", "0", "5050"],
			["", "", "", "631", "fee", "50", "0"],
			["", "", "", "471", "withdrawal", "5000", "0"],
		]);
	});

	test("begins without a mark of its encoding, which would belong to the first column's name", async () => {
		const bytes = await readBytes(odooChunks(entries(), BOOKS));
		expect(bytes.subarray(0, 10).toString("latin1")).toBe("journal_id");
	});

	test("each entry has equal debit and credit", async () => {
		let sum = 0;
		for (const [journal, , , , , debit, credit] of (await odoo()).slice(1)) {
			if (journal) expect(sum).toBe(0);
			sum += minor(debit) - minor(credit);
		}
		expect(sum).toBe(0);
	});
});

describe("the journal for Sage", () => {
	test("has semicolons, days of six digits and a comma before the decimals, one row a booking", async () => {
		const { heads, rows } = await sage();
		expect(heads).toEqual(["JournalCode", "Date", "Compte", "Pièce", "Libellé", "Débit", "Crédit"]);
		expect(rows).toEqual([
			["MM", "040326", "552", "M7", "withdrawal · Awa Traoré · Loyer de mars · TX-1", "0", "5050"],
			["MM", "040326", "631", "M7", "fee · Awa Traoré · Loyer de mars · TX-1", "50", "0"],
			["MM", "040326", "401", "M7", "withdrawal · Awa Traoré · Loyer de mars · TX-1", "5000", "0"],
			["MM", "040326", "552", "M8", "deposit · +225 05 •• •• 03 04 · Loyer de mars", "2500,50", "0"],
			["MM", "040326", "411", "M8", "deposit · +225 05 •• •• 03 04 · Loyer de mars", "0", "2500,50"],
			["MM", "311226", "552", "M9", "withdrawal · TX-1", "0", "5050"],
			["MM", "311226", "631", "M9", "fee · TX-1", "50", "0"],
			["MM", "311226", "471", "M9", "withdrawal · TX-1", "5000", "0"],
		]);
	});

	test("each document's number is its own, short enough to be kept whole, and its debit and credit are equal", async () => {
		const { rows } = await sage(LINES.map((line) => ({ ...line, reference: "TX-20260304-000000001" })));
		const byPiece = [...Map.groupBy(rows, (row) => row[3] ?? "")];
		expect(byPiece).toHaveLength(LINES.length);
		for (const [piece, booked] of byPiece) {
			expect(piece.length).toBeLessThanOrEqual(13);
			expect(booked.reduce((sum, row) => sum + minor(row[5]) - minor(row[6]), 0)).toBe(0);
		}
	});

	test("is in windows-1252: an accent is one byte, another alphabet becomes question marks", async () => {
		const { bytes, rows } = await sage([{ ...LINE, who: "Zoé d’Œuvre €", purpose: "Łódź 李 💰" }]);
		expect(bytes.includes(Buffer.from([0x50, 0x69, 0xe8, 0x63, 0x65]))).toBe(true);
		expect(rows[0]?.[4]).toBe("withdrawal · Zoé d’Œuvre € · ?ódz ? ? · TX-1");
	});

	test("a long label makes room for the reference, which ends it whole", async () => {
		const reference = "DEP-CI-ORANGE-20260304-000000001";
		const { rows } = await sage([{ ...LINE, reference, who: "Awa".repeat(20) }]);
		for (const row of rows) expect(row[4]).toMatch(new RegExp(`^.{34} · ${reference}$`, "u"));
	});

	test("no text ends a cell or a row, or is a formula, and a long one is cut", async () => {
		const trap = { who: '=1+1;"A"\r\n;B', purpose: "x".repeat(100) };
		const { rows } = await sage([{ ...LINE, ...trap }]);
		expect(rows.map((row) => row.length)).toEqual([7, 7, 7]);
		for (const row of rows) expect(row[4]?.length).toBe(69);
		expect(rows[0]?.[4]).toContain("=1+1 A B");
		expect((await odoo([{ ...LINE, reference: "=1+1" }]))[1]?.[2]).toBe("'=1+1");
	});
});
