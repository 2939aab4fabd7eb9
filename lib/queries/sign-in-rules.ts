/** Queries and changes of the sign-in rules. */
import { apiSend } from "#lib/api.ts";
import type { Asked } from "#lib/contracts/change-request.ts";
import type { SignInRules, SignInRulesChange } from "#lib/contracts/sign-in-rules.ts";
import { apiQuery } from "#lib/queries/api-query.ts";

const PATH = "/api/sign-in-rules";

export const signInRulesQueries = {
	all: ["sign-in-rules"] as const,
	now: () => apiQuery<SignInRules>(["sign-in-rules"], PATH),
};

export const changeSignInRules = (change: SignInRulesChange) => apiSend<SignInRules | Asked>("PUT", PATH, change);
