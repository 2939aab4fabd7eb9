import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { LOCALES, type Locale } from "#lib/i18n/choose-locale.ts";
import { csvChunks } from "#server/exports/csv-file.ts";
import type { Sheet } from "#server/exports/sheet.ts";
import { sheetPart, xlsxStream } from "#server/exports/xlsx-file.ts";
import { readBytes } from "#tests/support/files/read-file.ts";
import { temporaryFolder } from "#tests/support/programs/temporary-folder.ts";

const LIBREOFFICE = "/usr/bin/soffice";

/** Names and purposes by which somebody wants to make an accountant's spreadsheet compute. */
const HOSTILE = [
	...["=1+1", "+1+1", "-1+1", "@SUM(1)", "\t=1+1", "\r=1+1", "\u200B=1+1", "\uFEFF=1+1", "＝1+1"],
	...['=HYPERLINK("http://127.0.0.1/";"a")', '"=1+1"', '","=1+1', '";"=1+1', "a\r\n=1+1"],
	"=cmd|' /C calc'!A0",
];

function sheet(): Sheet<string> {
	return {
		name: "test",
		columns: [
			{ head: "Name", kind: "text", width: 20, of: (text) => text },
			{ head: "Amount", kind: "money", width: 10, of: () => "-500.00" },
			{ head: "Purpose", kind: "text", width: 20, of: (text) => text },
		],
		currencyOf: () => "XOF",
		batches: [HOSTILE],
	};
}

/** All tests share one LibreOffice profile, because creating it takes longest. */
const profile = mkdtempSync(join(tmpdir(), "cauri-test-"));
afterAll(() => rmSync(profile, { recursive: true, force: true }));

/** The file as LibreOffice opens it: each cell with its type, its text and, if it computes, its formula. */
function opened(name: string, file: Buffer, filter: string[] = []): string {
	const folder = temporaryFolder();
	writeFileSync(join(folder, name), file);
	const convert = ["--headless", "--convert-to", "fods", "--outdir", folder, ...filter, join(folder, name)];
	execFileSync(LIBREOFFICE, [`-env:UserInstallation=file://${profile}`, ...convert], {
		stdio: "ignore",
		timeout: 120_000,
	});
	return readFileSync(join(folder, name.replace(/\.\w+$/, ".fods")), "utf8");
}

describe.runIf(existsSync(LIBREOFFICE))("a spreadsheet program computes nothing that a name or a purpose says", () => {
	const timeZone = "Africa/Abidjan";

	/** Separator, quote, UTF-8, from the first line; numbers are recognised, and formulas computed, also in quoted cells. */
	const IMPORTED: Record<Locale, string> = {
		en: "44,34,76,1,,0,false,true,false,false,false,-1,true",
		fr: "59,34,76,1,,0,false,true,false,false,false,-1,true",
	};

	test("but it would, if the text stood there as it is", () => {
		const shown = opened("plain.csv", Buffer.from('Name\r\n"=1+1"\r\n'), [`--infilter=CSV:${IMPORTED.en}`]);
		expect(shown).toContain('table:formula="of:=1+1"');
	}, 150_000);

	test.each(LOCALES)(
		"CSV (%s)",
		async (locale) => {
			const file = await readBytes(csvChunks(sheet(), locale, timeZone));
			const shown = opened("export.csv", file, [`--infilter=CSV:${IMPORTED[locale]}`]);
			expect(shown).toContain("SUM(1)");
			expect(shown).not.toContain("table:formula");
			// Each row keeps its three cells, so no text broke out of its cell.
			expect(shown.match(/office:value="-500"/g)?.length).toBe(HOSTILE.length);
		},
		150_000,
	);

	test("XLSX: only the sums of the desk's own compute", async () => {
		const file = await readBytes(xlsxStream([sheetPart(sheet(), "Total", timeZone)]));
		const shown = opened("export.xlsx", file);
		expect(shown).toContain("SUM(1)");
		const formulas = [...shown.matchAll(/table:formula="([^"]*)"/g)].map(([, formula = ""]) => formula);
		expect(formulas.filter((formula) => !/^of:=(SUM|SUBTOTAL)\(/.test(formula))).toEqual([]);
	}, 150_000);
});
