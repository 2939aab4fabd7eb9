import { useTranslations } from "next-intl";
import { Notice } from "#components/ui/page/notice.tsx";
import { Time } from "#components/ui/time.tsx";
import type { AuditCheck as Check } from "#lib/contracts/audit.ts";

export function AuditCheck({ check }: { check: Check | null }) {
	const t = useTranslations("audit.check");
	if (!check) return null;
	const time = () => <Time at={check.at} as="asOf" />;
	if (check.fault === null)
		return <p className="mb-5 text-ink-2 text-sm">{t.rich("whole", { count: check.entries, time })}</p>;
	return (
		<Notice tone="danger" className="mb-5" title={t("notWhole")}>
			{t(check.fault, { entry: check.entry ?? "" })} {t.rich("when", { time })}
		</Notice>
	);
}
