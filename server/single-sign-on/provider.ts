/** Reads the provider's discovery document, at most once an hour, and again soon after a failure. */
import * as oidc from "openid-client";
import type { Config } from "#server/config.ts";
import type { Clock } from "#server/context.ts";

export type Provider = oidc.Configuration;

/** Time limit per request. A sign-in waits for at most four: discovery, code, keys, user info. */
const TIMEOUT_S = 4;
const KEEP_MS = 3_600_000;
/** Minimum pause after a failure, so that not every sign-in waits for a dead provider. */
const ASK_AGAIN_MS = 3_000;
/** Allowed clock difference. */
const SKEW_S = 30;

interface Known {
	asked: Promise<Provider>;
	at: number;
	/** Null: no answer yet. */
	answered: boolean | null;
}

type SingleSignOnConfig = NonNullable<Config["singleSignOn"]>;
const providers = new WeakMap<SingleSignOnConfig, Known>();

export async function openProvider(settings: SingleSignOnConfig, clock: Clock): Promise<Provider> {
	const known = providers.get(settings);
	const age = known ? clock.now().getTime() - known.at : 0;
	if (known && (known.answered === null || age < (known.answered ? KEEP_MS : ASK_AGAIN_MS))) return known.asked;
	const asked = discover(settings);
	const now: Known = { asked, at: clock.now().getTime(), answered: null };
	providers.set(settings, now);
	try {
		await asked;
		now.answered = true;
	} catch (error) {
		now.answered = false;
		// Keeps the previous document for now, because it is most likely still correct.
		if (known?.answered) providers.set(settings, { ...known, at: now.at - KEEP_MS + ASK_AGAIN_MS });
		else throw error;
		return known.asked;
	}
	return asked;
}

function discover({ issuer, clientId, clientSecret }: SingleSignOnConfig): Promise<Provider> {
	const [basic, post] = [oidc.ClientSecretBasic(clientSecret.reveal()), oidc.ClientSecretPost(clientSecret.reveal())];
	// The specification's default is Basic when the document names no method.
	const authentication: oidc.ClientAuth = (server, ...rest) => {
		const methods = server.token_endpoint_auth_methods_supported;
		const isPost = methods?.includes("client_secret_post") && !methods.includes("client_secret_basic");
		return (isPost ? post : basic)(server, ...rest);
	};
	return oidc.discovery(issuer, clientId, { [oidc.clockTolerance]: SKEW_S }, authentication, {
		timeout: TIMEOUT_S,
		// The configuration allows plain http only on loopback. Signatures are checked even though the ID token comes over TLS.
		execute: [oidc.enableNonRepudiationChecks, ...(issuer.protocol === "http:" ? [oidc.allowInsecureRequests] : [])],
	});
}
