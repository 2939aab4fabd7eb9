import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { LinkButton } from "#components/ui/link-button.tsx";
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
			action={<LinkButton href="/settings/members">{t("aloneAct")}</LinkButton>}
			className="mb-5"
		>
			{t("alone")} {invited ? t("aloneInvited", { name: invited.name }) : null}
		</Notice>
	);
}
