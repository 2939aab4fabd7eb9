import { queryOptions } from "@tanstack/react-query";
import { apiSend } from "#lib/api.ts";

/** Asks once what the link in the address opens. A POST keeps the token out of URLs, which servers log. */
export function linkQuery<Answer>(of: "invitation" | "objection" | "set-up", token: string | null) {
	return queryOptions({
		queryKey: [of, token ?? ""],
		queryFn: () => apiSend<Answer>("POST", `/api/${of}/opening`, { token }),
		...{ enabled: token !== null, staleTime: Number.POSITIVE_INFINITY, refetchOnWindowFocus: false },
	});
}
