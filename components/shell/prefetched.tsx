import { dehydrate, HydrationBoundary, QueryClient, type QueryKey } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { packRows } from "#lib/queries/pack-rows.ts";

export interface Prefetch {
	queryKey: QueryKey;
	/** Calls the verb. If it throws, the entry is left out, so that the browser asks again and shows the fault. */
	read: () => Promise<unknown>;
}

interface PrefetchedProps {
	entries: readonly Prefetch[];
	children: ReactNode;
}

/** Fills the browser's query cache on the server: with the keys of the queries, but with verbs in place of requests. Never throws. */
export async function Prefetched({ entries, children }: PrefetchedProps) {
	const client = new QueryClient();
	await Promise.all(entries.map(({ queryKey, read }) => client.prefetchQuery({ queryKey, queryFn: read })));
	return <HydrationBoundary state={dehydrate(client, { serializeData: packRows })}>{children}</HydrationBoundary>;
}
