import PDFDocument from "pdfkit";
import { expect, test } from "vitest";
import { openTypesetter } from "#server/papers/pdf/typesetter.ts";

const STYLE = { size: 8 };
const { lines } = openTypesetter(new PDFDocument({ autoFirstPage: false, font: null as never }));
const textOf = ({ runs }: ReturnType<typeof lines>[number]) => runs.map(({ run }) => run.text).join("");

test("the blank at which a line is broken stays in the text, and takes no room", () => {
	const words = Array.from({ length: 40 }, (_, n) => `mot${n}`).join(" ");
	const set = lines(words, 120, STYLE);
	expect(set.map(textOf).join("")).toBe(words);
	expect(set.length).toBeGreaterThan(3);
	for (const { width } of set) expect(width).toBeLessThanOrEqual(120);
});

test("a line feed breaks a line, and a word that is too wide is broken without a blank", () => {
	expect(lines("16 oct.\n09:17:08", 120, STYLE).map(textOf)).toEqual(["16 oct. ", "09:17:08"]);
	const long = "X".repeat(100);
	const set = lines(`a ${long}`, 120, STYLE);
	expect(set.map(textOf).join("")).toBe(`a ${long}`);
});
