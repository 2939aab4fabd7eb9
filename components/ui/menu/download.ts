"use client";
import { apiGet, withQuery } from "#lib/api.ts";
import type { ExportCheck } from "#lib/contracts/export.ts";

/**
 * Asks the server whether a file is possible, then starts the download: a link could show no fault and ask for no step-up. If the file is
 * better written in the background, starts none and returns true. Throws ApiError.
 */
export async function download(
	path: string,
	query: Record<string, string | number | undefined> = {},
): Promise<boolean> {
	const check = await apiGet<ExportCheck | undefined>(withQuery(path, { ...query, ask: "1" }));
	if (check?.background) return true;
	const link = document.createElement("a");
	Object.assign(link, { href: withQuery(path, query), download: "" });
	link.click();
	return false;
}
