import { readPasswordRules } from "#server/access/password-sign-in.ts";
import type { SystemContext } from "#server/context.ts";

export interface SignInWays {
	provider: { name: string | null } | null;
	passwords: "beside" | "hidden" | "emergency";
}

/** What the sign-in page offers. It is drawn while database and provider are away, too: the door behind it decides. */
export async function signInWays(
	system: Pick<SystemContext, "database" | "config">,
	isEmergency: boolean,
): Promise<SignInWays> {
	const { singleSignOn } = system.config;
	if (!singleSignOn) return { provider: null, passwords: "beside" };
	const isAllowed = await readPasswordRules(system).then(
		({ allowed }) => allowed,
		() => true,
	);
	return {
		provider: { name: singleSignOn.name },
		passwords: isAllowed ? "beside" : isEmergency ? "emergency" : "hidden",
	};
}
