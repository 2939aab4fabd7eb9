/** Reads a PDF back with pdf.js, which shares nothing with the library that writes it. */
import { getDocumentProxy } from "unpdf";
import { filled, rolesIn, type Tag } from "#tests/support/files/pdf-rules.ts";

export interface ReadPdf {
	title: string;
	pages: { text: string; roles: string[] }[];
	text: string;
}

export async function readPdf(bytes: Uint8Array): Promise<ReadPdf> {
	const pdf = await getDocumentProxy(new Uint8Array(bytes));
	const pages: ReadPdf["pages"] = [];
	for (let number = 1; number <= pdf.numPages; number += 1) {
		const page = await pdf.getPage(number);
		const { items } = await page.getTextContent();
		const text = items.map((item) => ("str" in item ? item.str + (item.hasEOL ? "\n" : "") : "")).join("");
		pages.push({ text, roles: rolesIn(filled((await page.getStructTree()) as Tag | null)) });
	}
	const { info } = await pdf.getMetadata();
	return {
		title: String((info as { Title?: string }).Title),
		pages,
		text: pages.map((page) => page.text).join("\n"),
	};
}
