import { useTranslations } from "next-intl";
import { LinkButton } from "#components/ui/link-button.tsx";
import { MessagePage } from "#components/ui/page/message-page.tsx";

/** Nothing here, or not for this role: the words, and the way home. */
export function WayHome({ page }: { page: "notFound" | "forbidden" }) {
	const t = useTranslations("errors");
	return (
		<MessagePage title={t(`${page}Title`)} text={t(`${page}Why`)}>
			<LinkButton href="/" variant="primary">
				{t("toHome")}
			</LinkButton>
		</MessagePage>
	);
}
