/** What authenticators are asked to sign at an enrolment and at a sign-in: random, short-lived, answered once. */
import { randomBytes } from "node:crypto";
import type { Database, DatabaseTransaction } from "#server/store/database.ts";
import type { WebauthnChallengeTable } from "#server/store/second-factor-tables.ts";

export const CHALLENGE_MS = 5 * 60_000;

export interface ChallengeUse {
	purpose: WebauthnChallengeTable["purpose"];
	/** Null before a sign-in. */
	sessionKey: string | null;
}

export async function newChallenge(database: Database, now: Date, use: ChallengeUse): Promise<Uint8Array<ArrayBuffer>> {
	const bytes = new Uint8Array(randomBytes(32));
	const old = new Date(now.getTime() - CHALLENGE_MS);
	await database.deleteFrom("webauthn_challenge").where("created_at", "<", old).execute();
	const challenge = Buffer.from(bytes).toString("base64url");
	await database
		.insertInto("webauthn_challenge")
		.values({ challenge, purpose: use.purpose, session_key: use.sessionKey, created_at: now })
		.execute();
	return bytes;
}

/** False: none of ours, for something else, of another session, too old, or taken already. */
export async function takeChallenge(
	trx: Database | DatabaseTransaction,
	now: Date,
	{ challenge, purpose, sessionKey }: ChallengeUse & { challenge: string },
): Promise<boolean> {
	const taken = await trx
		.deleteFrom("webauthn_challenge")
		.where("challenge", "=", challenge)
		.where("purpose", "=", purpose)
		.where("session_key", "is not distinct from", sessionKey)
		.where("created_at", ">", new Date(now.getTime() - CHALLENGE_MS))
		.returning("challenge")
		.executeTakeFirst();
	return taken !== undefined;
}
