import { isAboutExport, isByOwner, type NoticeKind, noticeValues } from "#lib/members/notice-kinds.ts";
import type { SystemContext } from "#server/context.ts";
import { mailMoment, mailTexts } from "#server/mail/mail-texts.ts";
import type { Mailer } from "#server/mail/mailer.ts";

/** Mails a notice to its member; does nothing when mail is off. Throws errors after which the queue tries again. */
export async function mailNotice(
	{ database, config }: Pick<SystemContext, "database" | "config">,
	mailer: Mailer | null,
	{ noticeId }: { noticeId: string },
): Promise<void> {
	if (mailer === null) return;
	const row = await database
		.selectFrom("notice")
		.innerJoin("member", "member.id", "notice.member_id")
		.select(["kind", "details", "notice.created_at", "member.email", "member.name", "member.locale"])
		.where("notice.id", "=", noticeId)
		.executeTakeFirst();
	if (!row) return;
	const locale = row.locale ?? config.defaultLocale;
	const t = mailTexts(locale);
	const { businessName: business, appOrigin, timeZone } = config;
	const lines = [
		t("mail.greeting", { name: row.name }),
		t(
			`notices.kind.${row.kind}`,
			noticeValues(row.details, (role) => t(`roles.${role}`), t("notices.owner")),
		),
		[mailMoment(row.created_at, { locale, timeZone }), row.details.device, row.details.address]
			.filter(Boolean)
			.join(", "),
		isByOwner(row) ? t("mail.notYou") : null,
		isAboutExport(row.kind) ? `${appOrigin.origin}/exports` : appOrigin.origin,
	];
	const text = `${lines.filter((line) => line !== null).join("\n\n")}\n`;
	await mailer.send({ to: row.email, subject: t(`mail.subject.${subjectOf(row.kind)}`, { business }), text });
}

function subjectOf(kind: NoticeKind): "invitation" | "account" | "export" {
	if (isAboutExport(kind)) return "export";
	return kind === "invitation_accepted" ? "invitation" : "account";
}
