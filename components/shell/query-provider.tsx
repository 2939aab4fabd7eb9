"use client";
import { QueryCache, QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { ApiError } from "#lib/api.ts";

// Live updates say when something is old; this is only for what they could not say.
const STALE_MS = 60_000;

export function QueryProvider({ children }: { children: ReactNode }) {
	const [client] = useState(makeClient);
	return <QueryClientProvider client={client}>{children}</QueryClientProvider>;
}

function makeClient(): QueryClient {
	return new QueryClient({
		defaultOptions: {
			queries: {
				staleTime: STALE_MS,
				retry: (failures, error) => failures < 1 && error instanceof ApiError && error.code === "unreachable",
			},
		},
		queryCache: new QueryCache({ onError: leaveWithoutSession }),
	});
}

/** The session ended while the page stood open: nothing of it may stay in sight. */
function leaveWithoutSession(error: unknown): void {
	if (!(error instanceof ApiError) || error.code !== "unauthenticated") return;
	location.assign(`/sign-in?next=${encodeURIComponent(location.pathname + location.search)}`);
}
