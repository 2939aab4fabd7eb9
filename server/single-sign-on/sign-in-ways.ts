import { readPasswordRules } from "#server/access/password-sign-in.ts";
import type { SystemContext } from "#server/context.ts";

export interface SignInWays {
	provider: { name: string | null } | null;
	passwords: "beside" | "hidden" | "emergency";
}

/** Lists the sign-in methods of the page. It renders without database and provider; the sign-in itself enforces the rules. */
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
