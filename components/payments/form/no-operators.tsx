import { useTranslations } from "next-intl";
import { EmptyState } from "#components/ui/page/empty-state.tsx";

export function NoOperators() {
	const t = useTranslations("payments.form");
	return <EmptyState title={t("noOperators")}>{t("noOperatorsWhy")}</EmptyState>;
}
