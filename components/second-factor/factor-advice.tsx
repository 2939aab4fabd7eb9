/** Advice for admins on Home while the policy requires no second factor: a password alone can then approve payouts. */
import { useTranslations } from "next-intl";
import { LinkButton } from "#components/ui/link-button.tsx";
import { Notice } from "#components/ui/page/notice.tsx";

export function FactorAdvice() {
	const t = useTranslations("secondFactor.policy");
	return (
		<Notice
			tone="warning"
			className="mb-5"
			action={<LinkButton href="/settings/members#second-factor">{t("toSettings")}</LinkButton>}
		>
			{t("advice")}
		</Notice>
	);
}
