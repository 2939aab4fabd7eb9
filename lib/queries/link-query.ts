import { queryOptions } from "@tanstack/react-query";
import { apiSend } from "#lib/api.ts";

export type LinkKind = "invitation" | "objection" | "set-up";

/** Asks once for the object that a link's token opens. By POST, because servers log URLs and the token must not be in one. */
export function linkQuery<Answer>(of: LinkKind, token: string | null) {
	return queryOptions({
		queryKey: [of, token ?? ""],
		queryFn: () => apiSend<Answer>("POST", `/api/${of}/opening`, { token }),
		...{ enabled: token !== null, staleTime: Number.POSITIVE_INFINITY, refetchOnWindowFocus: false },
	});
}
