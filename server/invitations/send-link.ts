import { hash, randomBytes } from "node:crypto";
import type { Config } from "#server/config.ts";
import { sealSecret } from "#server/second-factor/seal-secret.ts";
import type { DatabaseTransaction } from "#server/store/database.ts";
import { addJob, MAIL_TRIES } from "#server/store/job-queue.ts";

/** Puts the token after a `#`: browsers do not send this part to servers, so no proxy log and no referrer contains it. */
export function linkOf(
	{ appOrigin }: Pick<Config, "appOrigin">,
	page: "invitation" | "set-up" | "objection",
	token: string,
): string {
	return new URL(`/${page}#${token}`, appOrigin).href;
}

/** Returns the owner's name for `sealSecret`: a token sealed for one invitation opens for no other. */
export function sealedFor(invitationId: string): string {
	return `invitation:${invitationId}`;
}

/** Adds the mail's job in the transaction that creates the link. The job contains the token sealed, and is deleted when it is done. */
export async function mailLink(
	trx: DatabaseTransaction,
	config: Pick<Config, "sessionPasswords" | "mail">,
	{ invitationId, token }: { invitationId: string; token: string },
): Promise<void> {
	if (config.mail === null) return;
	const sealed = sealSecret(config, sealedFor(invitationId), Buffer.from(token));
	// A job for a newer link replaces one that still waits under this key.
	const options = { maxAttempts: MAIL_TRIES, key: `mail_invitation:${invitationId}` };
	await addJob(trx, "mail_invitation", { invitationId, sealed }, options);
}

export function newLinkToken(): string {
	return randomBytes(32).toString("base64url");
}

export function hashLinkToken(token: string): string {
	return hash("sha256", token);
}
