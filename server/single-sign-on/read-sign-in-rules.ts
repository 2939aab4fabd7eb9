import type { SignInRules } from "#lib/contracts/sign-in-rules.ts";
import { readPasswordRules } from "#server/access/password-sign-in.ts";
import { requirePermission } from "#server/access/permissions.ts";
import type { Context } from "#server/context.ts";
import { callbackAddress } from "#server/single-sign-on/callback-address.ts";
import { emergencyCandidates } from "#server/single-sign-on/emergency-candidates.ts";
import { isThroughProvider } from "#server/single-sign-on/is-through-provider.ts";

/** Reads the sign-in rules and the candidates for emergency admin. `sessionKey`: key of the reader's session. */
export async function readSignInRules(context: Context, { sessionKey }: { sessionKey: string }): Promise<SignInRules> {
	requirePermission(context, "settings.read");
	const { config, database } = context;
	const [rules, throughProvider, candidates] = await Promise.all([
		readPasswordRules(context),
		isThroughProvider(database, sessionKey),
		emergencyCandidates(database).execute(),
	]);
	const provider = config.singleSignOn && {
		host: config.singleSignOn.issuer.host,
		name: config.singleSignOn.name,
		groupsClaim: config.singleSignOn.groupsClaim,
		roleGroups: [...config.singleSignOn.roleGroups],
		callback: callbackAddress(config).href,
	};
	return {
		provider,
		passwordSignIn: rules.allowed,
		emergencyMemberId: rules.allowed ? null : rules.emergencyMemberId,
		throughProvider,
		candidates,
	};
}
