/** Fills the browser's query cache on the server: with the keys of the queries, but with verbs in place of requests. */
import { type DehydratedState, dehydrate, QueryClient, type QueryKey } from "@tanstack/react-query";
import { packRows } from "#lib/queries/pack-rows.ts";

export interface Prefetch {
	queryKey: QueryKey;
	/** Calls the verb. If it throws, the entry is left out, so that the browser asks again and shows the fault. */
	read: () => Promise<unknown>;
}

/** For `<HydrationBoundary state={await prefetched([...])}>`. Runs all entries at once and never throws. */
export async function prefetched(entries: readonly Prefetch[]): Promise<DehydratedState> {
	const client = new QueryClient();
	await Promise.all(entries.map(({ queryKey, read }) => client.prefetchQuery({ queryKey, queryFn: read })));
	return dehydrate(client, { serializeData: packRows });
}
