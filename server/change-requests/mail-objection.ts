import { LOCALES } from "#lib/contracts/member.ts";
import { objectionToken, shownOutside } from "#server/change-requests/objection.ts";
import type { SystemContext } from "#server/context.ts";
import { readChangeRequests } from "#server/guarded-changes/read-change-requests.ts";
import { linkOf } from "#server/invitations/send-link.ts";
import { mailMoment, mailTexts } from "#server/mail/mail-texts.ts";
import type { Mailer } from "#server/mail/mailer.ts";

/** Tells a former admin or approver of a change that waits, with the link that stops it. Throws errors that the queue retries. */
export async function mailObjection(
	{ database, config }: Pick<SystemContext, "database" | "config">,
	mailer: Mailer | null,
	{ changeId, memberId }: { changeId: string; memberId: string },
): Promise<void> {
	if (mailer === null) return;
	const [change] = await readChangeRequests(
		database,
		{ id: memberId, role: "viewer" },
		{ id: changeId, waiting: true },
	);
	const member = await database
		.selectFrom("member")
		.select(["name", "email", "locale"])
		.where("id", "=", memberId)
		.executeTakeFirst();
	if (!change || !member) return;
	const locale = LOCALES.find((each) => each === member.locale) ?? config.defaultLocale;
	const { businessName: business, timeZone } = config;
	const t = mailTexts(locale);
	const name = String(change.memberName ?? change.after.name ?? "");
	const what = t(`changes.of.${change.kind}`, { subject: shownOutside(change).subject, name });
	const until = mailMoment(new Date(change.expiresAt), { locale, timeZone });
	const lines = [
		t("mail.greeting", { name: member.name }),
		t("mail.objection.lead", { business, name: change.askedBy.name, what }),
		t("mail.objection.why"),
		linkOf(config, "objection", objectionToken(config, { changeId, memberId })),
		t("mail.objection.until", { until }),
	];
	await mailer.send({
		to: member.email,
		subject: t("mail.subject.objection", { business }),
		text: `${lines.join("\n\n")}\n`,
	});
}
