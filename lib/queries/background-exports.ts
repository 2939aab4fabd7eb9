import { apiSend } from "#lib/api.ts";
import type { BackgroundExports } from "#lib/contracts/background-export.ts";
import { apiQuery } from "#lib/queries/api-query.ts";

const PATH = "/api/exports";
const PROGRESS_MS = 2_000;

export const backgroundExportQueries = {
	list: () =>
		apiQuery<BackgroundExports>(["background-exports"], PATH, {
			refetchInterval: ({ state: { data } }) => (data?.items.some(isOpen) ? PROGRESS_MS : false),
		}),
};

function isOpen({ state }: BackgroundExports["items"][number]): boolean {
	return state === "waiting" || state === "writing";
}

/** `address`: path and query of the list's direct export. */
export const requestExport = (address: string) => apiSend<{ id: string }>("POST", PATH, { address });
export const removeExport = (id: string) => apiSend<void>("DELETE", `${PATH}/${encodeURIComponent(id)}`);
export const exportFilePath = (id: string) => `${PATH}/${encodeURIComponent(id)}/file`;
