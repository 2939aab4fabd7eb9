"use client";
import { useTranslations } from "next-intl";

/** Said softly while somebody types; the way on is shown once they review. */
export function DuplicateHint({ count }: { count: number }) {
	const t = useTranslations("payments.duplicate");
	if (count === 0) return null;
	return <p className="mt-3 border-l-[3px] border-l-warning pl-3 text-sm">{t("soft", { count })}</p>;
}
