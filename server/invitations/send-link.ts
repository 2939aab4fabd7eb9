/** Delivers a link: once to the admin's screen, and by mail to the person when the desk sends mail. */
import { createHash, randomBytes } from "node:crypto";
import { sql } from "kysely";
import { LOCALES } from "#lib/contracts/member.ts";
import type { Config } from "#server/config.ts";
import type { SystemContext } from "#server/context.ts";
import { findInvitation } from "#server/invitations/open-invitation.ts";
import { mailMoment, mailTexts } from "#server/mail/mail-texts.ts";
import type { Mailer } from "#server/mail/mailer.ts";
import { openSecret, sealSecret } from "#server/second-factor/seal-secret.ts";
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
function sealedFor(invitationId: string): string {
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

/** Mails the link, unless it was revoked, used or replaced, or mail is off. Throws errors that the queue retries. */
export async function mailInvitation(
	{ database, config, log }: Pick<SystemContext, "database" | "config" | "log">,
	mailer: Mailer | null,
	{ invitationId, sealed }: { invitationId: string; sealed: string },
): Promise<void> {
	const opened = openSecret(config, sealedFor(invitationId), sealed);
	if (mailer === null || opened === null) return log.warn({ event: "invitation_not_mailed", member: invitationId });
	const token = Buffer.from(opened).toString();
	const invitation = await findInvitation(database, token);
	if (invitation?.id !== invitationId) return;
	const { expires_at } = await database
		.selectFrom("invitation")
		.select("expires_at")
		.where("id", "=", invitationId)
		.executeTakeFirstOrThrow();
	const locale = LOCALES.find((each) => each === invitation.locale) ?? config.defaultLocale;
	const { businessName: business, timeZone } = config;
	const t = mailTexts(locale);
	const link = linkOf(config, "invitation", token);
	const lines = [
		t("mail.greeting", { name: invitation.name }),
		t("mail.invitation.lead", { business, inviter: invitation.inviter_name, role: t(`roles.${invitation.role}`) }),
		link,
		t("mail.invitation.until", { until: mailMoment(expires_at, { locale, timeZone }) }),
		t("mail.invitation.unexpected"),
	];
	const subject = t("mail.subject.invited", { business });
	await mailer.send({ to: invitation.email, subject, text: `${lines.join("\n\n")}\n` });
	await database
		.updateTable("invitation")
		.set({ mailed_at: sql<Date>`now()` })
		.where("id", "=", invitationId)
		.execute();
}
