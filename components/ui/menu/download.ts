"use client";
import { apiGet, withQuery } from "#lib/api.ts";
import type { ExportCheck } from "#lib/contracts/export.ts";

/**
 * Starts a download after checking that it is possible, because a download link cannot show a fault or ask for a proof. Returns
 * true instead when the file is better written in the background. Throws ApiError.
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
