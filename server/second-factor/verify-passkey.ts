/** Verifies a passkey's answer: it is for our address and our challenge, signed by the stored key, and its counter has risen. */
import { type AuthenticationResponseJSON, verifyAuthenticationResponse } from "@simplewebauthn/server";
import type { SystemContext } from "#server/context.ts";
import { AppError } from "#server/errors.ts";
import { relyingParty } from "#server/second-factor/relying-party.ts";
import type { DatabaseTransaction } from "#server/store/database.ts";

export interface PasskeyAnswer {
	response: object;
	/** Null: any member's passkey. */
	memberId: string | null;
	/** Checks that we sent this challenge, and uses it up. */
	isAsked: (challenge: string) => boolean | Promise<boolean>;
}

/** Returns the passkey's member. Throws `passkey_refused`. */
export async function verifyPasskey(
	{ config, clock }: Pick<SystemContext, "config" | "clock">,
	trx: DatabaseTransaction,
	{ response, memberId, isAsked }: PasskeyAnswer,
): Promise<string> {
	const answer = response as AuthenticationResponseJSON;
	// Locks the row, so that two answers with the same counter cannot both succeed.
	const row = await trx
		.selectFrom("passkey")
		.selectAll()
		.where("id", "=", answer.id)
		.$if(memberId !== null, (query) => query.where("member_id", "=", memberId ?? ""))
		.forUpdate()
		.executeTakeFirstOrThrow(() => new AppError("passkey_refused", "this passkey is not registered"));
	const party = relyingParty(config);
	const verified = await verifyAuthenticationResponse({
		response: answer,
		expectedChallenge: isAsked,
		expectedOrigin: party.origin,
		expectedRPID: party.id,
		requireUserVerification: true,
		credential: { id: row.id, publicKey: new Uint8Array(row.public_key), counter: Number(row.counter) },
	}).catch((cause: unknown) => {
		throw new AppError("passkey_refused", "the passkey's answer is invalid", { cause });
	});
	if (!verified.verified) throw new AppError("passkey_refused", "the passkey's signature is invalid");
	const { newCounter, credentialBackedUp } = verified.authenticationInfo;
	const used = { counter: newCounter, backed_up: credentialBackedUp, last_used_at: clock.now() };
	await trx.updateTable("passkey").set(used).where("id", "=", row.id).execute();
	return row.member_id;
}
