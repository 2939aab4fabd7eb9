/**
 * Challenges for enrolment and sign-in: random, short-lived, answered once. A challenge carries its own proof (HMAC) instead of a row, so
 * requests by strangers store nothing; only answered challenges are stored.
 */
import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { newestFirst } from "#server/access/session-passwords.ts";
import type { Config } from "#server/config.ts";
import type { DatabaseTransaction } from "#server/store/database.ts";

export const CHALLENGE_MS = 5 * 60_000;

export interface ChallengeUse {
	purpose: "enrolment" | "second_step" | "passwordless";
	/** Null before a sign-in. */
	sessionKey: string | null;
}

type Sealing = Pick<Config, "sessionPasswords">;

const RANDOM_BYTES = 16;
const TIME_BYTES = 6;
const OPEN_BYTES = RANDOM_BYTES + TIME_BYTES;

export function newChallenge(config: Sealing, now: Date, use: ChallengeUse): Uint8Array<ArrayBuffer> {
	const open = Buffer.alloc(OPEN_BYTES);
	randomBytes(RANDOM_BYTES).copy(open);
	open.writeUIntBE(now.getTime(), RANDOM_BYTES, TIME_BYTES);
	const [newest = Buffer.alloc(0)] = sealsOf(config, open, use);
	return new Uint8Array(Buffer.concat([open, newest]));
}

/** Uses up a challenge. False when we did not make it for this purpose and session, when it has expired, or when it was answered before. */
export async function takeChallenge(
	config: Sealing,
	trx: DatabaseTransaction,
	now: Date,
	{ challenge, ...use }: ChallengeUse & { challenge: string },
): Promise<boolean> {
	const bytes = Buffer.from(challenge, "base64url");
	const open = bytes.subarray(0, OPEN_BYTES);
	if (bytes.toString("base64url") !== challenge || open.length < OPEN_BYTES) return false;
	const seal = bytes.subarray(OPEN_BYTES);
	const isOurs = sealsOf(config, open, use).some((own) => own.length === seal.length && timingSafeEqual(own, seal));
	const age = now.getTime() - open.readUIntBE(RANDOM_BYTES, TIME_BYTES);
	if (!isOurs || Math.abs(age) >= CHALLENGE_MS) return false;
	// An answer is kept twice as long as its challenge is valid, because the clocks of programs may differ.
	const old = new Date(now.getTime() - 2 * CHALLENGE_MS);
	await trx.deleteFrom("webauthn_answer").where("answered_at", "<", old).execute();
	const kept = await trx
		.insertInto("webauthn_answer")
		.values({ challenge, answered_at: now })
		.onConflict((conflict) => conflict.doNothing())
		.returning("challenge")
		.executeTakeFirst();
	return kept !== undefined;
}

/** Computes the HMAC with each session password, newest first, so that a changed password does not break challenges under way. */
function sealsOf(config: Sealing, open: Buffer, { purpose, sessionKey }: ChallengeUse): Buffer[] {
	return newestFirst(config).map((password) =>
		createHmac("sha256", password)
			.update(`webauthn challenge\n${purpose}\n${sessionKey ?? ""}\n`)
			.update(open)
			.digest(),
	);
}
