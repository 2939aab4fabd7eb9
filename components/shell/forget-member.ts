/** Who signs out leaves nothing in the browser: half-filled payments, with their numbers, and every answer that was kept in memory. */
import type { QueryClient } from "@tanstack/react-query";

type Storages = { readonly localStorage: Storage; readonly sessionStorage: Storage };

/** All of our storage is the member's: language and theme stand in cookies. A storage that is closed to us holds nothing of ours. */
export function forgetMember(queries: Pick<QueryClient, "clear">, window: Storages): void {
	queries.clear();
	for (const name of ["sessionStorage", "localStorage"] as const) {
		try {
			window[name].clear();
		} catch {
			// As above.
		}
	}
}
