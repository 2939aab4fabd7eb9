import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { LinkButton } from "#components/ui/link-button.tsx";
import { Notice } from "#components/ui/page/notice.tsx";
import { Time } from "#components/ui/time.tsx";
import { invitationQueries } from "#lib/queries/invitations.ts";

/** `from`: the time from which the only admin waits for nobody; null: now. */
export function OnlyAdminNotice({ from }: { from: string | null }) {
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
			{from === null
				? t("alone")
				: t.rich("aloneFrom", {
						at: () => <Time at={from} as="momentShort" className="in-sentence tabular-nums" />,
						command: () => <span className="code">npm run member -- add … --role admin</span>,
					})}{" "}
			{invited ? t("aloneInvited", { name: invited.name }) : null}
		</Notice>
	);
}
