import { useLocale, useTranslations } from "next-intl";
import { Description, DescriptionList } from "#components/ui/description-list.tsx";
import { Notice } from "#components/ui/page/notice.tsx";
import { formatFullDay } from "#lib/dates.ts";
import type { PaperKind } from "#lib/papers/paper-kinds.ts";

interface VerifiedPaperProps {
	business: string;
	code: string;
	/** Null: no paper has this code. */
	found: { kind: PaperKind; day: string } | null | "too_many";
}

export function VerifiedPaper({ business, code, found }: VerifiedPaperProps) {
	const t = useTranslations("verify");
	const locale = useLocale();
	if (found === "too_many") return <Notice tone="warning">{t("tooMany")}</Notice>;
	const isOpen = found?.kind.startsWith("open.");
	return (
		<div className="grid gap-5">
			{found ? (
				<Notice tone={isOpen ? "warning" : "positive"} title={t("issued", { business })}>
					{isOpen ? t("notFinal") : null}
				</Notice>
			) : (
				<Notice tone="danger" title={t("unknown", { business })}>
					{t("unknownHint")}
				</Notice>
			)}
			<DescriptionList>
				<Description term={t("code")}>
					<span className="wrap-anywhere tabular-nums">{code}</span>
				</Description>
				{found ? <Description term={t("kind")}>{t(`kinds.${found.kind}`)}</Description> : null}
				{found ? <Description term={t("day")}>{formatFullDay(found.day, locale)}</Description> : null}
			</DescriptionList>
			{found ? <p className="text-ink-2 text-sm">{t("hint")}</p> : null}
		</div>
	);
}
