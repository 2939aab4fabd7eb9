/** Delivers a link: once to the admin's screen, and by mail to the person when the desk sends mail. */
import { createHash, randomBytes } from "node:crypto";
import type { Config } from "#server/config.ts";
import { sealSecret } from "#server/second-factor/seal-secret.ts";
import type { DatabaseTransaction } from "#server/store/database.ts";
import { addJob, MAIL_TRIES } from "#server/store/queue.ts";

/** The token follows the `#`. Browsers do not send this part to servers, so no proxy log and no referrer contains it. */
export function linkOf(
	{ appOrigin }: Pick<Config, "appOrigin">,
	page: "invitation" | "set-up" | "objection",
	token: string,
): string {
	return new URL(`/${page}#${token}`, appOrigin).href;
}

/** Purpose of the sealed token: one invitation, nothing else. */
export function sealedFor(invitationId: string): string {
	return `invitation:${invitationId}`;
}

/** Runs in the commit that creates the link. The queue keeps the token sealed and deletes it with the job. */
export async function mailLink(
	trx: DatabaseTransaction,
	config: Pick<Config, "sessionPasswords" | "mail">,
	{ invitationId, token }: { invitationId: string; token: string },
): Promise<void> {
	if (config.mail === null) return;
	const sealed = sealSecret(config, sealedFor(invitationId), Buffer.from(token));
	// The key lets a newer link replace a waiting one.
	const options = { maxAttempts: MAIL_TRIES, key: `mail_invitation:${invitationId}` };
	await addJob(trx, "mail_invitation", { invitationId, sealed }, options);
}

export function newLinkToken(): string {
	return randomBytes(32).toString("base64url");
}

export function hashLinkToken(token: string): string {
	return createHash("sha256").update(token).digest("hex");
}
