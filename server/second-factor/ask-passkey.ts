/** The question that a browser hands to an authenticator. */
import { generateAuthenticationOptions, type PublicKeyCredentialRequestOptionsJSON } from "@simplewebauthn/server";
import type { Config } from "#server/config.ts";
import { CHALLENGE_MS } from "#server/second-factor/challenges.ts";
import type { Factors } from "#server/second-factor/factors-of.ts";
import { relyingParty } from "#server/second-factor/relying-party.ts";

/** `passkeys` empty: any that the browser has for this desk. Finger, face or PIN is always asked for. */
export function askPasskey(
	config: Pick<Config, "appOrigin" | "businessName">,
	challenge: Uint8Array<ArrayBuffer>,
	passkeys: Factors["passkeys"],
): Promise<PublicKeyCredentialRequestOptionsJSON> {
	return generateAuthenticationOptions({
		rpID: relyingParty(config).id,
		challenge,
		timeout: CHALLENGE_MS,
		userVerification: "required",
		...(passkeys.length > 0 ? { allowCredentials: passkeys.map(({ id, transports }) => ({ id, transports })) } : {}),
	});
}
