import fc from "fast-check";
import PDFDocument from "pdfkit";
import { describe, expect, test, vi } from "vitest";
import type { Block, PaperFrame } from "#server/papers/paper.ts";
import { writePaper } from "#server/papers/pdf/write-paper.ts";
import { brokenPdfRules } from "#tests/support/files/pdf-rules.ts";
import { readBytes } from "#tests/support/files/read-file.ts";
import { type ReadPdf, readPdf } from "#tests/support/files/read-pdf.ts";

const FRAME: PaperFrame = {
	...{ locale: "fr", title: "Relevé de novembre 2026", author: "Maison Baobab", at: "2026-11-30T23:59:00Z" },
	...{ foot: "Maison Baobab", page: { page: "Page", of: "sur" } },
};
const CHECK: Block = {
	...{ kind: "check", label: "Code de contrôle", code: "7K3M-Q9ZX-04TB-WNRE", text: "Vérifiez à cette adresse" },
	address: "https://cauri.example/verify/7K3M-Q9ZX-04TB-WNRE",
};
const COLUMNS = [
	{ head: "Jour", align: "left", share: 1 },
	{ head: "Montant", align: "right", share: 1 },
] as const;

async function bytesOf(batches: Block[][], write = writePaper): Promise<Buffer> {
	const chunks: Uint8Array[] = [];
	async function* blocks() {
		yield* batches;
	}
	await write({ frame: FRAME, blocks: blocks() }, (chunk) => chunks.push(chunk));
	return Buffer.concat(chunks);
}

async function written(...batches: Block[][]): Promise<ReadPdf> {
	return readPdf(await bytesOf(batches));
}

function rows(count: number): Block {
	return { kind: "rows", rows: Array.from({ length: count }, (_, row) => [`ligne ${row + 1}`, `${row + 1} 000`]) };
}

describe("a table over several pages", () => {
	test("has its head on each, its rows in order once, and the number of all pages", async () => {
		const { pages, text } = await written([{ kind: "table", columns: COLUMNS }, rows(100)], [rows(3)]);
		expect(pages.length).toBeGreaterThan(2);
		for (const [place, page] of pages.entries()) {
			expect(page.text).toContain("Montant");
			expect(page.text).toMatch(new RegExp(`Page ${place + 1} sur\\s*${pages.length}`));
		}
		const found = [...text.matchAll(/ligne (\d+)/g)].map(([, row]) => Number(row));
		expect(found).toEqual([...Array.from({ length: 100 }, (_, row) => row + 1), 1, 2, 3]);
	});

	test("is one table with one head for who listens: heads of later pages are artifacts", async () => {
		const { pages } = await written([{ kind: "table", columns: COLUMNS }, rows(60)]);
		const roles = pages.flatMap((page) => page.roles);
		expect(roles.filter((role) => role === "TH")).toHaveLength(2);
		expect(roles.filter((role) => role === "TD")).toHaveLength(120);
		expect(roles.filter((role) => role === "THead")).toHaveLength(1);
	});
});

test("a code stands on one line, somewhat smaller; one of hundreds of characters is broken", async () => {
	const columns = [
		{ head: "Référence", align: "left", share: 1, isCode: true },
		{ head: "Motif", align: "left", share: 3 },
	] as const;
	const [code, long] = ["TX-20261127-9F3KD7WQ2M", "X".repeat(300)];
	const { text } = await written([
		{ kind: "table", columns },
		{
			kind: "rows",
			rows: [
				[code, "loyer"],
				[long, "loyer"],
			],
		},
	]);
	expect(text).toContain(code);
	expect(text).not.toContain(long);
	expect(text.match(/X/g)).toHaveLength(301);
});

test("a paper carries its title, its heading and its language's spaces", async () => {
	const { title, pages } = await written([
		{ kind: "head", business: "Maison Baobab", title: "Relevé" },
		{ kind: "text", text: "Solde\u202f: 1\u00a0234\u00a0567\u00a0XOF" },
	]);
	expect(title).toBe(FRAME.title);
	expect(pages[0]?.roles).toEqual(expect.arrayContaining(["Document", "H1", "P"]));
	expect(pages[0]?.text.replace(/\s/g, " ")).toContain("Solde : 1 234 567 XOF");
});

test("each sign keeps its meaning in the papers after one that drew it as a part of another", async () => {
	vi.resetModules();
	const { writePaper: write } = await import("#server/papers/pdf/write-paper.ts");
	const textOf = async (text: string) => (await readPdf(await bytesOf([[{ kind: "heading", text }]], write))).text;
	await textOf("Total: “5”; ĝ…");
	expect(await textOf("1,250.75 Côte d’Ivoire g")).toContain("1,250.75 Côte d’Ivoire g");
});

describe("rules of PDF/UA that the structure tells", () => {
	test("hold for a paper with each kind of block, over several pages", async () => {
		const bytes = await bytesOf([
			[
				{ kind: "head", business: "Maison Baobab", title: "Relevé", lines: ["Compte XOF"] },
				{ kind: "amount", amount: "45 120 XOF", words: "Quarante-cinq mille cent vingt" },
				{ kind: "notice", text: "Ceci ne vaut pas reçu.", tone: "warning" },
				{ kind: "heading", text: "Totaux" },
				{ kind: "facts", facts: [["Nom", "Awa محمد 🌺 Koné"]] },
				{ kind: "table", columns: COLUMNS },
				rows(120),
			],
			[
				{ kind: "rows", rows: [["Total", "120 000"]], isTotal: true },
				{ kind: "text", text: "Fin" },
			],
			[{ kind: "page" }, { kind: "heading", text: "Contrôle" }, CHECK],
		]);
		expect(await brokenPdfRules(bytes)).toEqual([]);
	});

	test("are named when a file breaks them", async () => {
		const pdf = new PDFDocument({ compress: false });
		pdf.text("Bare").rect(10, 10, 20, 20).fill("red");
		pdf.end();
		expect(await brokenPdfRules(await readBytes(pdf))).toEqual(
			expect.arrayContaining([
				"is not marked",
				"has no language",
				"has no title",
				"does not show its title",
				"has no structure",
				"page 1: its root is nothing",
				"page 1: showText without a tag",
				"page 1: constructPath without a tag",
			]),
		);
	});

	test("are named when elements do not fit: a heading too deep, a head without its side, a figure that says nothing, uneven rows", async () => {
		const pdf = new PDFDocument({ tagged: true, pdfVersion: "1.7", lang: "fr", compress: false });
		const root = pdf.struct("Document");
		pdf.addStructure(root);
		const say = (role: string) => pdf.struct(role, {}, () => void pdf.text(role));
		const row = (...cells: string[]) => pdf.struct("TR", {}, cells.map(say));
		for (const part of [say("H2"), say("Figure"), say("TD")]) root.add(part);
		root.add(pdf.struct("Table", {}, [row("TH", "TD"), row("TD")]));
		root.end();
		pdf.end();
		expect(await brokenPdfRules(await readBytes(pdf))).toEqual(
			expect.arrayContaining([
				"H2 follows nothing",
				"page 1: Figure says nothing",
				"page 1: Document holds TD",
				"page 1: Table has rows of 2 and 1 cells",
				"has a head of a table without its side",
				"has a figure without its place",
			]),
		);
	});
});

test("a name in Arabic or with an emoji is drawn as it is, between Latin words", async () => {
	const { text } = await written([{ kind: "facts", facts: [["Nom", "Awa محمد الأمين 🌺 Koné"]] }]);
	// pdf.js reads the shapes of letters, so only this word comes back as it was typed.
	expect(text).toContain("محمد");
	expect(text).toContain("🌺");
	expect(text).toMatch(/Awa[\s\S]*Koné/);
});

test("no text breaks a paper, in whatever letters", async () => {
	const anyText = fc.oneof(fc.string({ unit: "grapheme" }), fc.string({ unit: "binary" }));
	await fc.assert(
		fc.asyncProperty(anyText, async (text) => {
			const blocks: Block[] = [
				{ kind: "facts", facts: [["Nom", text]] },
				{ kind: "table", columns: COLUMNS },
				{ kind: "rows", rows: [[text, "1"]] },
			];
			const bytes = await bytesOf([blocks]);
			expect((await readPdf(bytes)).pages.length).toBeGreaterThan(0);
			expect(await brokenPdfRules(bytes)).toEqual([]);
		}),
		// fontkit cannot place the marks of this example.
		{ numRuns: 30, examples: [["\u0760"]] },
	);
});
