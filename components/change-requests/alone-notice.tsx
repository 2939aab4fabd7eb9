import Link from "next/link";
import { useTranslations } from "next-intl";
import { buttonClass } from "#components/ui/button-class.ts";
import { Notice } from "#components/ui/page/notice.tsx";

/** The only admin is told what it means to be one, and offered the way out. */
export function AloneNotice() {
	const t = useTranslations("changes");
	return (
		<Notice
			tone="warning"
			title={t("aloneTitle")}
			action={
				<Link href="/settings/members" prefetch={false} className={buttonClass("secondary", "md")}>
					{t("aloneAct")}
				</Link>
			}
			className="mb-5"
		>
			{t("alone")}
		</Notice>
	);
}
