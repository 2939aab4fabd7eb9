import type { QueryClient, QueryKey } from "@tanstack/react-query";
import { staleKeys } from "#lib/queries/live-topics.ts";

/** No page is longer on its way from the server. */
const ON_ITS_WAY_MS = 60_000;

/**
 * What is told makes old what the page has, and what is still on its way to it: the server read that before, and it comes after.
 * Call `end` when nobody is told any more.
 */
export function keepTold(client: QueryClient): { tell(topic: string | null): void; end(): void } {
	const toldAt = new Map<unknown, number>();
	const end = client.getQueryCache().subscribe((event) => {
		// Data that a page brings along; what the browser itself has asked for has other actions.
		const comes = event.type === "added" || (event.type === "updated" && event.action.type === "setState");
		if (!comes || event.query.state.data === undefined) return;
		const { queryKey } = event.query;
		const at = toldAt.get(queryKey[0]);
		if (at === undefined || performance.now() - at > ON_ITS_WAY_MS) return;
		// Not while React draws.
		setTimeout(() => makeOld(client, queryKey));
	});
	return {
		tell(topic) {
			for (const queryKey of staleKeys(topic)) {
				toldAt.set(queryKey[0], performance.now());
				makeOld(client, queryKey);
			}
		},
		end,
	};
}

function makeOld(client: QueryClient, queryKey: QueryKey): void {
	void client.invalidateQueries({ queryKey });
}
