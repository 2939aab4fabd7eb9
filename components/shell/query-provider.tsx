"use client";
import { QueryCache, QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { redirectToSecondStep, redirectToSignIn } from "#components/shell/redirect-to-sign-in.ts";
import { ApiError } from "#lib/api.ts";
import { unpackRows } from "#lib/queries/pack-rows.ts";

// Covers changes that live updates missed.
const STALE_MS = 60_000;

const AGAIN_MS = 5_000;

export function QueryProvider({ children }: { children: ReactNode }) {
	const [client] = useState(makeClient);
	return <QueryClientProvider client={client}>{children}</QueryClientProvider>;
}

/** Exported for its test. */
export function makeClient(): QueryClient {
	return new QueryClient({
		defaultOptions: {
			hydrate: { deserializeData: unpackRows },
			queries: {
				staleTime: STALE_MS,
				// While the database is away the fault stays visible and the query retries.
				refetchInterval: ({ state }) => (isDatabaseAway(state.error) ? AGAIN_MS : false),
				retry: (failures, error) => failures < 1 && error instanceof ApiError && error.code === "unreachable",
			},
			// Without a connection a change fails at once, so that it is not sent later, when nobody expects it.
			mutations: { networkMode: "always" },
		},
		queryCache: new QueryCache({ onError: leaveWithoutSession }),
	});
}

function isDatabaseAway(error: unknown): boolean {
	return error instanceof ApiError && error.code === "database_away";
}

function leaveWithoutSession(error: unknown): void {
	if (!(error instanceof ApiError)) return;
	if (error.code === "unauthenticated") redirectToSignIn();
	if (error.code === "second_step_needed" || error.code === "enrolment_needed") redirectToSecondStep();
}
