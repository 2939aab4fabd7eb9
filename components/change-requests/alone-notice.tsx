import { useTranslations } from "next-intl";
import { buttonClass } from "#components/ui/button-class.ts";
import { DeskLink } from "#components/ui/desk-link.tsx";
import { Notice } from "#components/ui/page/notice.tsx";

export function AloneNotice() {
	const t = useTranslations("changes");
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
			{t("alone")}
		</Notice>
	);
}
