import { sql } from "kysely";
import type { SystemContext } from "#server/context.ts";
import { findInvitation } from "#server/invitations/open-invitation.ts";
import { hashLinkToken, linkOf, sealedFor } from "#server/invitations/send-link.ts";
import { mailMoment, mailTexts } from "#server/mail/mail-texts.ts";
import type { Mailer } from "#server/mail/mailer.ts";
import { openSecret } from "#server/second-factor/seal-secret.ts";

/** Mails the link; does nothing when it is no longer valid, or when mail is off. Throws errors after which the queue tries again. */
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
	const { locale, expires_at } = invitation;
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
		.where("token_hash", "=", hashLinkToken(token))
		.execute();
}
