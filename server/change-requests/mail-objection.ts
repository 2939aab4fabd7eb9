import { type AnyText, changeText } from "#lib/text/change-text.ts";
import { objectionToken, shownOutside } from "#server/change-requests/objection.ts";
import type { SystemContext } from "#server/context.ts";
import { readChangeRequests } from "#server/guarded-changes/read-change-requests.ts";
import { linkOf } from "#server/invitations/send-link.ts";
import { mailMoment, mailTexts } from "#server/mail/mail-texts.ts";
import type { Mailer } from "#server/mail/mailer.ts";

/** Mails a former admin or approver about a waiting change, with the link that stops it. The queue retries after an error. */
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
	const locale = member.locale ?? config.defaultLocale;
	const { businessName: business, timeZone } = config;
	const t = mailTexts(locale);
	const { title, asker, rows } = changeText(shownOutside(change), t as AnyText, { locale, timeZone });
	const facts = rows.map(({ label, before, after }) =>
		[t("audit.fact", { label }), before, before && "→", after].filter(Boolean).join(" "),
	);
	// The title of a member's change is only the name.
	const what = change.kind === "member_changed" ? [title, ...facts].join(" · ") : title;
	const until = mailMoment(new Date(change.expiresAt), { locale, timeZone });
	const lines = [
		t("mail.greeting", { name: member.name }),
		t("mail.objection.lead", { business, name: asker, what }),
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
