import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { buttonClass } from "#components/ui/button-class.ts";
import { DeskLink } from "#components/ui/desk-link.tsx";
import { Notice } from "#components/ui/page/notice.tsx";
import { invitationQueries } from "#lib/queries/invitations.ts";

export function OnlyAdminNotice() {
	const t = useTranslations("changes");
	const invitations = useQuery(invitationQueries.list()).data?.items;
	const invited = invitations?.find(({ role, isOver }) => role === "admin" && !isOver);
	return (
		<Notice
			tone="warning"
			title={t("aloneTitle")}
			action={
				<DeskLink href="/settings/members" className={buttonClass("secondary", "md")}>
					{t("aloneAct")}
				</DeskLink>
			}
			className="mb-5"
		>
			{t("alone")} {invited ? t("aloneInvited", { name: invited.name }) : null}
		</Notice>
	);
}
