/** The way of a link out of the desk: to the admin's screen, once, and to the person by mail where the desk sends any. */
import type { Config } from "#server/config.ts";
import { sealSecret } from "#server/second-factor/seal-secret.ts";
import type { DatabaseTransaction } from "#server/store/database.ts";
import { addJob } from "#server/store/queue.ts";

const MAIL_TRIES = 8;

/** The token stands behind the `#`: no browser sends it to a server by itself, so no proxy's log and no referrer holds it. */
export function linkOf({ appOrigin }: Pick<Config, "appOrigin">, page: "invitation" | "set-up", token: string): string {
	return new URL(`/${page}#${token}`, appOrigin).href;
}

/** What seals a token for the worker: of this one invitation, good for nothing else. */
export function sealedFor(invitationId: string): string {
	return `invitation:${invitationId}`;
}

/** In the commit that makes the link. The queue holds it sealed, and drops it with the job. */
export async function mailLink(
	trx: DatabaseTransaction,
	config: Pick<Config, "sessionPasswords" | "mail">,
	{ invitationId, token }: { invitationId: string; token: string },
): Promise<void> {
	if (config.mail === null) return;
	const sealed = sealSecret(config, sealedFor(invitationId), Buffer.from(token));
	// By the key: a newer link takes the place of one that waits.
	const options = { maxAttempts: MAIL_TRIES, key: `mail_invitation:${invitationId}` };
	await addJob(trx, "mail_invitation", { invitationId, sealed }, options);
}
