/** Queries of large exports. */
import { queryOptions } from "@tanstack/react-query";
import { apiGet, apiSend } from "#lib/api.ts";
import type { BackgroundExports } from "#lib/contracts/background-export.ts";

const PATH = "/api/exports";
const PROGRESS_MS = 2_000;

export const backgroundExportQueries = {
	list: () =>
		queryOptions({
			queryKey: ["background-exports"] as const,
			queryFn: ({ signal }) => apiGet<BackgroundExports>(PATH, { signal }),
			refetchInterval: ({ state: { data } }) => (data?.items.some(isOpen) ? PROGRESS_MS : false),
		}),
};

function isOpen({ state }: BackgroundExports["items"][number]): boolean {
	return state === "waiting" || state === "writing";
}

/** `address`: path and query of a list's own export. */
export function requestExport(address: string): Promise<{ id: string }> {
	return apiSend("POST", PATH, { address });
}

export function removeExport(id: string): Promise<void> {
	return apiSend("DELETE", `${PATH}/${encodeURIComponent(id)}`);
}

export function exportFilePath(id: string): string {
	return `${PATH}/${encodeURIComponent(id)}/file`;
}
