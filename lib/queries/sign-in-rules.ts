/** Queries and changes of the sign-in rules. */
import { queryOptions } from "@tanstack/react-query";
import { apiGet, apiSend } from "#lib/api.ts";
import type { Asked } from "#lib/contracts/change-request.ts";
import type { SignInRules, SignInRulesChange } from "#lib/contracts/sign-in-rules.ts";

export const signInRulesQueries = {
	all: ["sign-in-rules"] as const,
	now: () =>
		queryOptions({
			queryKey: ["sign-in-rules"] as const,
			queryFn: ({ signal }) => apiGet<SignInRules>("/api/sign-in-rules", { signal }),
		}),
};

export function changeSignInRules(change: SignInRulesChange): Promise<SignInRules | Asked> {
	return apiSend("PUT", "/api/sign-in-rules", change);
}
