import {
	generateRegistrationOptions,
	type PublicKeyCredentialCreationOptionsJSON,
	type RegistrationResponseJSON,
	verifyRegistrationResponse,
} from "@simplewebauthn/server";
import type { NewPasskey } from "#lib/contracts/second-factor.ts";
import type { Context } from "#server/context.ts";
import { AppError } from "#server/errors.ts";
import { CHALLENGE_MS, newChallenge, takeChallenge } from "#server/second-factor/challenges.ts";
import { type Enrolled, enrol } from "#server/second-factor/enrol/enrol.ts";
import { readFactors } from "#server/second-factor/factors-of.ts";
import { relyingParty } from "#server/second-factor/relying-party.ts";

const MOST = 20;
/** EdDSA, ES256, RS256: common in authenticators, and Node verifies them without experimental features. */
const ALGORITHMS = [-8, -7, -257];

/** Throws `step_up_needed`, `conflict` (too many passkeys, or an address that allows none). */
export async function askNewPasskey(
	context: Context,
	{ sessionKey }: { sessionKey: string },
): Promise<PublicKeyCredentialCreationOptionsJSON> {
	const { database, clock, config, member } = context;
	await context.presence.requireFresh(database, "account");
	const { passkeys } = await readFactors(database, member.id);
	const party = relyingParty(config);
	if (passkeys.length >= MOST || !party.possible) throw new AppError("conflict", "no passkey can be added");
	return generateRegistrationOptions({
		rpName: party.name,
		rpID: party.id,
		userName: member.email,
		userDisplayName: member.name,
		userID: new Uint8Array(Buffer.from(member.id)),
		challenge: newChallenge(config, clock.now(), { purpose: "enrolment", sessionKey }),
		timeout: CHALLENGE_MS,
		attestationType: "none",
		supportedAlgorithmIDs: ALGORITHMS,
		excludeCredentials: passkeys,
		// The passkey must be found without an e-mail, and verify its user, because it can replace the password.
		authenticatorSelection: { residentKey: "required", userVerification: "required" },
	});
}

export async function addPasskey(
	context: Context,
	{ name, response, sessionKey }: NewPasskey & { sessionKey: string },
): Promise<Enrolled> {
	const { clock, config, member } = context;
	return enrol(context, { kind: "passkey", sessionKey }, async (trx) => {
		const use = { purpose: "enrolment", sessionKey } as const;
		const made = await verified(context, response as unknown as RegistrationResponseJSON, (challenge) =>
			takeChallenge(config, trx, clock.now(), { challenge, ...use }),
		);
		const { credential, credentialBackedUp } = made;
		await trx
			.insertInto("passkey")
			.values({
				id: credential.id,
				member_id: member.id,
				name,
				public_key: Buffer.from(credential.publicKey),
				counter: credential.counter,
				transports: JSON.stringify(credential.transports ?? []),
				backed_up: credentialBackedUp,
				created_at: clock.now(),
			})
			.onConflict((conflict) => conflict.column("id").doNothing())
			.returning("id")
			.executeTakeFirstOrThrow(() => new AppError("passkey_refused", "the passkey is already registered"));
		return { passkey: name };
	});
}

async function verified(
	{ config }: Context,
	response: RegistrationResponseJSON,
	expectedChallenge: (challenge: string) => Promise<boolean>,
) {
	const party = relyingParty(config);
	const expected = { expectedChallenge, expectedOrigin: party.origin, expectedRPID: party.id };
	const answer = await verifyRegistrationResponse({
		...{ response, ...expected },
		requireUserVerification: true,
		supportedAlgorithmIDs: ALGORITHMS,
	}).catch((cause: unknown) => {
		throw new AppError("passkey_refused", "the new passkey is invalid", { cause });
	});
	if (!answer.verified) throw new AppError("passkey_refused", "the new passkey is invalid");
	return answer.registrationInfo;
}
