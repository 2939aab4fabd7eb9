/** An authenticator's answer held against the passkey it names: our address, our challenge, its key, a counter that rises. */
import { type AuthenticationResponseJSON, verifyAuthenticationResponse } from "@simplewebauthn/server";
import type { SystemContext } from "#server/context.ts";
import { AppError } from "#server/errors.ts";
import { relyingParty } from "#server/second-factor/relying-party.ts";
import type { DatabaseTransaction } from "#server/store/database.ts";

export interface PasskeyAnswer {
	/** As the browser sent it. */
	response: object;
	/** Null: whoever it belongs to. */
	memberId: string | null;
	/** Whether we asked for it; a challenge that is answered is spent. */
	isAsked: (challenge: string) => boolean | Promise<boolean>;
}

/** Returns whose passkey it is. Throws `passkey_refused`. */
export async function verifyPasskey(
	{ config, clock }: Pick<SystemContext, "config" | "clock">,
	trx: DatabaseTransaction,
	{ response, memberId, isAsked }: PasskeyAnswer,
): Promise<string> {
	const answer = response as AuthenticationResponseJSON;
	// Locked: two answers with one counter cannot both be the newer one.
	const row = await trx
		.selectFrom("passkey")
		.selectAll()
		.where("id", "=", answer.id)
		.$if(memberId !== null, (query) => query.where("member_id", "=", memberId ?? ""))
		.forUpdate()
		.executeTakeFirst();
	if (!row) throw new AppError("passkey_refused", "the desk does not know this passkey");
	const party = relyingParty(config);
	const verified = await verifyAuthenticationResponse({
		response: answer,
		expectedChallenge: isAsked,
		expectedOrigin: party.origin,
		expectedRPID: party.id,
		requireUserVerification: true,
		credential: { id: row.id, publicKey: new Uint8Array(row.public_key), counter: Number(row.counter) },
	}).catch((cause: unknown) => {
		throw new AppError("passkey_refused", "the passkey's answer does not hold", { cause });
	});
	if (!verified.verified) throw new AppError("passkey_refused", "the passkey's signature does not hold");
	const { newCounter, credentialBackedUp } = verified.authenticationInfo;
	const used = { counter: newCounter, backed_up: credentialBackedUp, last_used_at: clock.now() };
	await trx.updateTable("passkey").set(used).where("id", "=", row.id).execute();
	return row.member_id;
}
