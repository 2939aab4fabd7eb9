/** The text of a PDF by readers that share nothing with the library that writes it. */
import { spawnSync } from "node:child_process";
import { readPdf } from "#tests/support/files/read-pdf.ts";

interface PdfText {
	reader: "pdf.js" | "poppler";
	/** Words are separated by one space. */
	text: string;
}

/** pdf.js always; poppler's pdftotext as well on a machine that has it. */
export async function pdfTexts(bytes: Buffer): Promise<PdfText[]> {
	const { text } = await readPdf(bytes);
	const found: PdfText[] = [{ reader: "pdf.js", text: plain(text) }];
	const { error, status, stdout } = spawnSync("pdftotext", ["-layout", "-enc", "UTF-8", "-", "-"], {
		...{ input: bytes, maxBuffer: 256 * 1_024 * 1_024 },
	});
	if ((error as NodeJS.ErrnoException | undefined)?.code === "ENOENT") return found;
	if (error || status !== 0) throw error ?? new Error(`pdftotext ended with ${status}`);
	return [...found, { reader: "poppler", text: plain(stdout.toString("utf8")) }];
}

function plain(text: string): string {
	return text.replace(/\s+/g, " ");
}
