import type { ChangeRequest, ChangeValues } from "#lib/contracts/change-request.ts";
import { formatWalletMonth } from "#lib/dates.ts";
import { ROLES } from "#lib/roles.ts";
import { objectionToken, shownOutside } from "#server/change-requests/objection.ts";
import type { SystemContext } from "#server/context.ts";
import { readChangeRequests } from "#server/guarded-changes/read-change-requests.ts";
import { linkOf } from "#server/invitations/send-link.ts";
import { mailMoment, mailTexts } from "#server/mail/mail-texts.ts";
import type { Mailer } from "#server/mail/mailer.ts";

/** Returns texts such as "Role: Maker → Approver", since the title of a member's change is only the name. */
function memberFacts({ before, after }: ChangeRequest, t: ReturnType<typeof mailTexts>): string[] {
	const role = (side: ChangeValues) => ROLES.find((each) => each === side.role) ?? "viewer";
	const label = (field: "role" | "disabled" | "password") => t("audit.fact", { label: t(`changes.field.${field}`) });
	return [
		before.role === after.role ? "" : `${label("role")} ${t(`roles.${role(before)}`)} → ${t(`roles.${role(after)}`)}`,
		before.disabled === after.disabled
			? ""
			: `${label("disabled")} ${t(`changes.value.disabled.${after.disabled === true}`)}`,
		after.password === true ? `${label("password")} ${t("changes.value.password.true")}` : "",
	].filter(Boolean);
}

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
	const name = String(change.memberName ?? change.after.name ?? "");
	const subject = formatWalletMonth(shownOutside(change).subject, { locale, timeZone });
	const of = t(`changes.of.${change.kind}`, { subject, name });
	const what = change.kind === "member_changed" ? [of, ...memberFacts(change, t)].join(" · ") : of;
	const until = mailMoment(new Date(change.expiresAt), { locale, timeZone });
	const lines = [
		t("mail.greeting", { name: member.name }),
		t("mail.objection.lead", { business, name: change.byProvider ? t("changes.provider") : change.askedBy.name, what }),
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
