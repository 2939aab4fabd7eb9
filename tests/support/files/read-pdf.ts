/** Reads a PDF back with pdf.js, which shares nothing with the library that writes it. */
import { getDocumentProxy } from "unpdf";

export interface ReadPdf {
	title: string;
	pages: { text: string; roles: string[] }[];
	text: string;
}

interface Tag {
	role?: string;
	children?: Tag[];
}

export async function readPdf(bytes: Uint8Array): Promise<ReadPdf> {
	const pdf = await getDocumentProxy(new Uint8Array(bytes));
	const pages: ReadPdf["pages"] = [];
	for (let number = 1; number <= pdf.numPages; number += 1) {
		const page = await pdf.getPage(number);
		const { items } = await page.getTextContent();
		const text = items.map((item) => ("str" in item ? item.str + (item.hasEOL ? "\n" : "") : "")).join("");
		pages.push({ text, roles: rolesOf((await page.getStructTree()) as Tag | null) });
	}
	const { info } = await pdf.getMetadata();
	return {
		title: String((info as { Title?: string }).Title),
		pages,
		text: pages.map((page) => page.text).join("\n"),
	};
}

/** pdf.js also lists the empty elements of other pages. */
function rolesOf(tag: Tag | null): string[] {
	if (!tag?.children?.some(hasContent)) return [];
	return [...(tag.role ? [tag.role] : []), ...tag.children.flatMap(rolesOf)];
}

function hasContent(tag: Tag): boolean {
	return tag.role === undefined || (tag.children ?? []).some(hasContent);
}
