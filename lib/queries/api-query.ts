/** The shape of most queries: what a GET answers. */
import { type QueryKey, queryOptions, type UndefinedInitialDataOptions } from "@tanstack/react-query";
import { apiGet } from "#lib/api.ts";

type Options<Answer> = Omit<UndefinedInitialDataOptions<Answer>, "queryKey" | "queryFn">;

export function apiQuery<Answer>(queryKey: QueryKey, path: string, options: Options<Answer> = {}) {
	return queryOptions({ queryKey, queryFn: ({ signal }) => apiGet<Answer>(path, { signal }), ...options });
}

/** Old data stays until the new one arrives, but never under the name of another wallet, the second part of the key. */
export function keepOfWallet<Answer>(currency: string): Pick<Options<Answer>, "placeholderData"> {
	return { placeholderData: (before, asked) => (asked?.queryKey[1] === currency ? before : undefined) };
}
