/** Creates the request that the browser passes to an authenticator. */
import { generateAuthenticationOptions, type PublicKeyCredentialRequestOptionsJSON } from "@simplewebauthn/server";
import type { Config } from "#server/config.ts";
import { CHALLENGE_MS } from "#server/second-factor/challenges.ts";
import type { Factors } from "#server/second-factor/factors-of.ts";
import { relyingParty } from "#server/second-factor/relying-party.ts";

/** An empty `passkeys` accepts any passkey for this desk. User verification (finger, face or PIN) is always required. */
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
