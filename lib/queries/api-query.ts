import { type QueryKey, queryOptions, type UndefinedInitialDataOptions } from "@tanstack/react-query";
import { apiGet } from "#lib/api.ts";

type Options<Answer> = Omit<UndefinedInitialDataOptions<Answer>, "queryKey" | "queryFn">;

export function apiQuery<Answer>(queryKey: QueryKey, path: string, options: Options<Answer> = {}) {
	return queryOptions({ queryKey, queryFn: ({ signal }) => apiGet<Answer>(path, { signal }), ...options });
}

/** Keeps showing old data while new data loads, but only data of the same wallet. The second part of the query key is the currency. */
export function keepOfWallet<Answer>(currency: string): Pick<Options<Answer>, "placeholderData"> {
	return { placeholderData: (before, asked) => (asked?.queryKey[1] === currency ? before : undefined) };
}
