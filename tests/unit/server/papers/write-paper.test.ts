import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Block, PaperFrame } from "#server/papers/paper.ts";
import { writePaper } from "#server/papers/pdf/write-paper.ts";
import { type ReadPdf, readPdf } from "#tests/support/files/read-pdf.ts";

const FRAME: PaperFrame = {
	...{ locale: "fr", title: "Relevé de novembre 2026", author: "Maison Baobab", at: "2026-11-30T23:59:00Z" },
	...{ foot: "Maison Baobab", page: { page: "Page", of: "sur" } },
};
const COLUMNS = [
	{ head: "Jour", align: "left", share: 1 },
	{ head: "Montant", align: "right", share: 1 },
] as const;

async function written(...batches: Block[][]): Promise<ReadPdf> {
	const chunks: Uint8Array[] = [];
	async function* blocks() {
		yield* batches;
	}
	await writePaper({ frame: FRAME, blocks: blocks() }, (chunk) => chunks.push(chunk));
	return readPdf(Buffer.concat(chunks));
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
		const { pages, isTagged } = await written([{ kind: "table", columns: COLUMNS }, rows(60)]);
		expect(isTagged).toBe(true);
		const roles = pages.flatMap((page) => page.roles);
		expect(roles.filter((role) => role === "TH")).toHaveLength(2);
		expect(roles.filter((role) => role === "TD")).toHaveLength(120);
		expect(roles.filter((role) => role === "THead")).toHaveLength(1);
	});
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

test("a name in Arabic or with an emoji is drawn as it is, between Latin words", async () => {
	const { text } = await written([{ kind: "facts", facts: [["Nom", "Awa محمد الأمين 🌺 Koné"]] }]);
	// pdf.js reads the shapes of letters: the rest of them is in the text that stands beside.
	expect(text).toContain("محمد");
	expect(text).toContain("🌺");
	expect(text).toMatch(/Awa[\s\S]*Koné/);
});

test("no text breaks a paper, in whatever letters", async () => {
	const anyText = fc.oneof(fc.string({ unit: "grapheme" }), fc.string({ unit: "binary" }));
	await fc.assert(
		fc.asyncProperty(anyText, async (text) => {
			const { pages } = await written([
				{ kind: "facts", facts: [["Nom", text]] },
				{ kind: "table", columns: COLUMNS },
				{ kind: "rows", rows: [[text, "1"]] },
			]);
			expect(pages.length).toBeGreaterThan(0);
		}),
		// The example's marks cannot be placed by fontkit.
		{ numRuns: 30, examples: [["\u0760"]] },
	);
});
