/** Pages fill the browser's cache before it asks: same keys, the verb in place of the fetcher. */
import { type DehydratedState, dehydrate, QueryClient, type QueryKey } from "@tanstack/react-query";

export interface Prefetch {
	queryKey: QueryKey;
	/** The verb. What it throws is left out: the browser asks again and shows the fault in its place. */
	read: () => Promise<unknown>;
}

/** For `<HydrationBoundary state={await prefetched([...])}>`. Runs all at once, never throws. */
export async function prefetched(entries: readonly Prefetch[]): Promise<DehydratedState> {
	const client = new QueryClient();
	await Promise.all(entries.map(({ queryKey, read }) => client.prefetchQuery({ queryKey, queryFn: read })));
	return dehydrate(client);
}
