/** Makes the usual query, which reads a GET of our API. */
import { type QueryKey, queryOptions, type UndefinedInitialDataOptions } from "@tanstack/react-query";
import { apiGet } from "#lib/api.ts";

type Options<Answer> = Omit<UndefinedInitialDataOptions<Answer>, "queryKey" | "queryFn">;

export function apiQuery<Answer>(queryKey: QueryKey, path: string, options: Options<Answer> = {}) {
	return queryOptions({ queryKey, queryFn: ({ signal }) => apiGet<Answer>(path, { signal }), ...options });
}

/** Keeps old data until new data arrives, but only of the same wallet, whose currency is the second part of the key. */
export function keepOfWallet<Answer>(currency: string): Pick<Options<Answer>, "placeholderData"> {
	return { placeholderData: (before, asked) => (asked?.queryKey[1] === currency ? before : undefined) };
}
