import { LOCALES, type Locale } from "#lib/contracts/member.ts";
import { isAboutAccount, isAboutExport, type NoticeDetails, type NoticeKind } from "#lib/members/notice-kinds.ts";
import { ROLES } from "#lib/roles.ts";
import type { SystemContext } from "#server/context.ts";
import { mailMoment, mailTexts } from "#server/mail/mail-texts.ts";
import type { Mailer } from "#server/mail/mailer.ts";

/** Mails the member a notice; does nothing when the desk sends no mail. Throws errors that the queue retries. */
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
	const locale = LOCALES.find((each) => each === row.locale) ?? config.defaultLocale;
	const t = mailTexts(locale);
	const { businessName: business, appOrigin, timeZone } = config;
	const lines = [
		t("mail.greeting", { name: row.name }),
		t(`notices.kind.${row.kind}`, valuesOf(row.details, locale)),
		[mailMoment(row.created_at, { locale, timeZone }), row.details.device, row.details.address]
			.filter(Boolean)
			.join(", "),
		isAboutAccount(row.kind) ? t("mail.notYou") : null,
		isAboutExport(row.kind) ? `${appOrigin.origin}/exports` : appOrigin.origin,
	];
	const text = `${lines.filter((line) => line !== null).join("\n\n")}\n`;
	await mailer.send({ to: row.email, subject: t(`mail.subject.${subjectOf(row.kind)}`, { business }), text });
}

function subjectOf(kind: NoticeKind): "invitation" | "account" | "export" {
	if (isAboutExport(kind)) return "export";
	return kind === "invitation_accepted" ? "invitation" : "account";
}

function valuesOf(details: NoticeDetails, locale: Locale): Record<string, string> {
	const t = mailTexts(locale);
	const roleOf = (text = "") => {
		const role = ROLES.find((each) => each === text);
		return role ? t(`roles.${role}`) : text;
	};
	const { by, passkey = "", count = "0", file = "" } = details;
	const who = by === undefined ? "" : by || t("notices.owner");
	return { by: who, passkey, count, file, from: roleOf(details.from), to: roleOf(details.to) };
}
