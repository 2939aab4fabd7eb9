import { singleSignOnQuerySchema } from "#lib/contracts/sign-in-rules.ts";
import { handle } from "#server/http/route-handler.ts";
import { orToSignIn, toProvider } from "#server/http/single-sign-on-answers.ts";
import { beginSignIn } from "#server/single-sign-on/begin-sign-in.ts";
import { shortPath } from "#server/single-sign-on/login-state.ts";

export const GET = handle({ public: true, query: singleSignOnQuerySchema }, (context, query) => {
	const next = shortPath(query.next);
	return orToSignIn(context, next, async () => {
		return toProvider(context.config, await beginSignIn(context, { next, fresh: query.fresh === "1" }));
	});
});
