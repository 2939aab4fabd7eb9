/** Movements as the browser asks for them. */
import { queryOptions } from "@tanstack/react-query";
import { apiGet, apiSend, withQuery } from "#lib/api.ts";
import type { MovementList, MovementQuery } from "#lib/contracts/movement.ts";

export const movementQueries = {
	all: ["movements"] as const,
	list: (currency: string, query: MovementQuery) =>
		queryOptions({
			queryKey: ["movements", currency, query] as const,
			queryFn: ({ signal }) => apiGet<MovementList>(movementPath(currency, query), { signal }),
			// The old rows stay until the new ones are there, but never under another wallet's name.
			placeholderData: (before, asked) => (asked?.queryKey[1] === currency ? before : undefined),
		}),
};

/** Asks for a new look at the service's list, which begins after `waitMs`; the rows follow by a live update. */
export function refreshMovements(currency: string): Promise<{ waitMs: number }> {
	return apiSend("POST", `/api/wallets/${encodeURIComponent(currency)}/movements/refresh`, {});
}

/** Where the rows of a view, all pages of them, are had as a file. */
export function movementExportPath(currency: string): string {
	return `/api/wallets/${encodeURIComponent(currency)}/movements/export`;
}

function movementPath(currency: string, query: MovementQuery): string {
	return withQuery(`/api/wallets/${encodeURIComponent(currency)}/movements`, query);
}
