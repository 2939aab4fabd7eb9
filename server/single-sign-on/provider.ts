/** The identity provider as its own discovery document tells it: asked once an hour at most, and soon again when it was away. */
import * as oidc from "openid-client";
import type { Config } from "#server/config.ts";
import type { Clock } from "#server/context.ts";

export type Provider = oidc.Configuration;

/** Of each question to the provider. People wait for four at most: discovery, code, keys, facts. */
const TIMEOUT_S = 4;
const KEEP_MS = 3_600_000;
/** While it is away not everybody who presses the button waits for it. */
const ASK_AGAIN_MS = 3_000;
/** Between its clock and ours. */
const SKEW_S = 30;

interface Known {
	asked: Promise<Provider>;
	at: number;
	/** Null: not answered yet. */
	answered: boolean | null;
}

type SingleSignOnConfig = NonNullable<Config["singleSignOn"]>;
const house = new WeakMap<SingleSignOnConfig, Known>();

/** Throws what the question threw. */
export async function openProvider(settings: SingleSignOnConfig, clock: Clock): Promise<Provider> {
	const known = house.get(settings);
	const age = known ? clock.now().getTime() - known.at : 0;
	if (known && (known.answered === null || age < (known.answered ? KEEP_MS : ASK_AGAIN_MS))) return known.asked;
	const asked = discover(settings);
	const now: Known = { asked, at: clock.now().getTime(), answered: null };
	house.set(settings, now);
	try {
		await asked;
		now.answered = true;
	} catch (error) {
		now.answered = false;
		// What was known an hour ago is most likely still so; the provider says otherwise soon enough.
		if (known?.answered) house.set(settings, { ...known, at: now.at - KEEP_MS + ASK_AGAIN_MS });
		else throw error;
		return known.asked;
	}
	return asked;
}

function discover({ issuer, clientId, clientSecret }: SingleSignOnConfig): Promise<Provider> {
	const [basic, post] = [oidc.ClientSecretBasic(clientSecret.reveal()), oidc.ClientSecretPost(clientSecret.reveal())];
	// Without a word of the provider, Basic is what the specification names.
	const authentication: oidc.ClientAuth = (server, ...rest) => {
		const methods = server.token_endpoint_auth_methods_supported;
		const isPost = methods?.includes("client_secret_post") && !methods.includes("client_secret_basic");
		return (isPost ? post : basic)(server, ...rest);
	};
	return oidc.discovery(issuer, clientId, { [oidc.clockTolerance]: SKEW_S }, authentication, {
		timeout: TIMEOUT_S,
		// The configuration lets plain http pass on loopback alone. Signatures are checked although the ID token comes by TLS.
		execute: [oidc.enableNonRepudiationChecks, ...(issuer.protocol === "http:" ? [oidc.allowInsecureRequests] : [])],
	});
}
