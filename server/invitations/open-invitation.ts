/** Finds the invitation of a valid link. Reading it changes nothing. */

import { sql } from "kysely";
import { linkTokenSchema, type OpenedInvitation } from "#lib/contracts/invitation.ts";
import { LOCALES } from "#lib/contracts/member.ts";
import type { SystemContext } from "#server/context.ts";
import { hashLinkToken, linkOf, sealedFor } from "#server/invitations/send-link.ts";
import { mailMoment, mailTexts } from "#server/mail/mail-texts.ts";
import type { Mailer } from "#server/mail/mailer.ts";
import { openSecret } from "#server/second-factor/seal-secret.ts";
import type { Database, DatabaseTransaction } from "#server/store/database.ts";

/** Shows the holder of a link the invitation before they choose a password. Changes nothing. */
export async function openInvitation(
	{ database }: Pick<SystemContext, "database">,
	{ token }: { token: string },
): Promise<OpenedInvitation> {
	const found = await findInvitation(database, token);
	if (!found) return { invitation: null };
	const { name, email, role, inviter_name } = found;
	return { invitation: { name, email, role, invitedBy: inviter_name } };
}

/** SQL: whether the link of the query's `invitation` by `inviter` opens something, unless it has ended. */
export const OPENS = sql<boolean>`(invitation.expires_at > now() and inviter.role = 'admin' and inviter.disabled_at is null
	and (invitation.role = 'viewer' or may_confirm(inviter.id)))`;

/** Null when the link is unknown, used, revoked, replaced or too old, or its issuer is no admin who may grant roles. */
export async function findInvitation(database: Database | DatabaseTransaction, token: string) {
	if (!linkTokenSchema.safeParse(token).success) return null;
	const row = await database
		.selectFrom("invitation")
		.innerJoin("member as inviter", "inviter.id", "invitation.invited_by")
		.select(["invitation.id", "invitation.email", "invitation.name", "invitation.role", "invitation.locale"])
		.select(["inviter.id as inviter_id", "inviter.name as inviter_name", "inviter.email as inviter_email"])
		.where("token_hash", "=", hashLinkToken(token))
		.where("ended_at", "is", null)
		.where(OPENS)
		.executeTakeFirst();
	return row ?? null;
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
