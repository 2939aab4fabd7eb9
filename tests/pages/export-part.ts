import type { Download, Locator, Page } from "playwright/test";

const WORDS = { csv: /^(CSV file|Fichier CSV)$/, xlsx: /^(Excel file|Fichier Excel)$/ };

/** `place` contains exactly one such menu. */
export async function downloadOf(page: Page, format: "csv" | "xlsx", place: Page | Locator = page): Promise<Download> {
	await place.getByRole("button", { name: /^(Export|Exporter)$/ }).click();
	const download = page.waitForEvent("download");
	await place.getByRole("link", { name: WORDS[format] }).click();
	return download;
}

export async function textOf(download: Download): Promise<string> {
	const chunks: Buffer[] = [];
	for await (const chunk of await download.createReadStream()) chunks.push(chunk as Buffer);
	return Buffer.concat(chunks).toString("utf8");
}
