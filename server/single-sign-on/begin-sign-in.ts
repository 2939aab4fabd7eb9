/** Builds the address at the provider to which the browser is sent, and the login state that ties the provider's answer to this browser. */
import * as oidc from "openid-client";
import { SingleSignOnFault } from "#lib/members/single-sign-on-fault.ts";
import type { Config } from "#server/config.ts";
import type { SystemContext } from "#server/context.ts";
import { LOGIN_STATE_MS, type LoginState, sealLoginState } from "#server/single-sign-on/login-state.ts";
import { openProvider, type Provider } from "#server/single-sign-on/provider.ts";
import { providerFault } from "#server/single-sign-on/provider-fault.ts";

/** Fresh means that the person authenticated at the provider at most this long before the browser returned. */
export const FRESH_S = 300;
/** A working day of 12 hours. Asking for a maximum age, however long, makes a provider tell when the person authenticated. */
const WORKING_DAY_S = 12 * 3_600;

/** `fresh`: the provider must authenticate the person again. Throws SingleSignOnFault. */
export async function beginSignIn(
	system: Pick<SystemContext, "config" | "clock">,
	{ next, fresh }: { next: string; fresh: boolean },
): Promise<{ address: URL; seal: string; lastsMs: number }> {
	const { config, clock } = system;
	if (!config.singleSignOn) throw new SingleSignOnFault("not_configured");
	const provider = await openProvider(config.singleSignOn, clock).catch((error: unknown) => {
		throw providerFault(error);
	});
	const loginState: LoginState = {
		state: oidc.randomState(),
		nonce: oidc.randomNonce(),
		verifier: oidc.randomPKCECodeVerifier(),
		next,
		fresh,
	};
	const address = oidc.buildAuthorizationUrl(provider, {
		redirect_uri: callbackAddress(config).href,
		scope: scopeOf(provider, config.singleSignOn.groupsClaim),
		state: loginState.state,
		nonce: loginState.nonce,
		code_challenge: await oidc.calculatePKCECodeChallenge(loginState.verifier),
		code_challenge_method: "S256",
		max_age: String(fresh ? FRESH_S : WORKING_DAY_S),
		...(fresh ? { prompt: "login" } : {}),
	});
	return { address, seal: await sealLoginState(config, loginState), lastsMs: LOGIN_STATE_MS };
}

/** Some providers send groups for a scope with the claim's name, and reject a scope they do not list. */
function scopeOf(provider: Provider, groupsClaim: string): string {
	const { scopes_supported: known = [] } = provider.serverMetadata();
	return ["openid", "email", "profile", ...(known.includes(groupsClaim) ? [groupsClaim] : [])].join(" ");
}

/** Returns the callback address registered at the provider. Uses `appOrigin`, because an attacker could forge the request's host. */
export function callbackAddress({ appOrigin }: Pick<Config, "appOrigin">, search = ""): URL {
	const address = new URL("/api/single-sign-on/callback", appOrigin);
	address.search = search;
	return address;
}
