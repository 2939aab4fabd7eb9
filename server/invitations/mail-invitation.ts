import { sql } from "kysely";
import { LOCALES } from "#lib/contracts/member.ts";
import type { SystemContext } from "#server/context.ts";
import { findInvitation } from "#server/invitations/open-invitation.ts";
import { linkOf, sealedFor } from "#server/invitations/send-link.ts";
import { mailMoment, mailTexts } from "#server/mail/mail-texts.ts";
import type { Mailer } from "#server/mail/mailer.ts";
import { openSecret } from "#server/second-factor/seal-secret.ts";

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
