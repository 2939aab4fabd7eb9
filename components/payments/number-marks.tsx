"use client";
import { useTranslations } from "next-intl";
import { Badge } from "#components/ui/badge.tsx";
import { cx } from "#components/ui/class-names.ts";
import { Time } from "#components/ui/time.tsx";
import type { PaymentSummary } from "#lib/contracts/payment.ts";

type NumberMarksProps = Partial<Pick<PaymentSummary, "marks" | "nameInBook">> & { className?: string };

/** What stands out about a number before it is paid. Needs `payments.marks`. */
export function NumberMarks({ marks, nameInBook, className }: NumberMarksProps) {
	const t = useTranslations("payments.marks");
	const { neverPaid = false, changedAt = null, blocked = null } = marks ?? {};
	if (!neverPaid && changedAt === null && blocked === null && !nameInBook) return null;
	return (
		<p className={cx("flex flex-wrap gap-1.5", className)}>
			{blocked === null ? null : (
				<Badge tone="danger" icon="ban">
					{t("blocked", { reason: blocked })}
				</Badge>
			)}
			{changedAt === null ? null : (
				<Badge tone="warning" icon="triangle-alert">
					<span>{t.rich("changedAt", { at: () => <Time at={changedAt} as="day" /> })}</span>
				</Badge>
			)}
			{neverPaid ? (
				<Badge tone="neutral" icon="user-plus">
					{t("neverPaid")}
				</Badge>
			) : null}
			{nameInBook ? (
				<Badge tone="warning" icon="triangle-alert">
					{t("nameInBook", { name: nameInBook })}
				</Badge>
			) : null}
		</p>
	);
}
