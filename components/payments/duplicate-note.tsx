"use client";
import { useTranslations } from "next-intl";
import { cx } from "#components/ui/class-names.ts";
import { DeskLink } from "#components/ui/desk-link.tsx";
import type { PaymentSummary } from "#lib/contracts/payment.ts";

interface DuplicateNoteProps {
	payment: Pick<PaymentSummary, "duplicate">;
	className?: string;
}

export function DuplicateNote({ payment: { duplicate }, className }: DuplicateNoteProps) {
	const t = useTranslations("payments.duplicate");
	if (!duplicate) return null;
	const count = duplicate.of.length;
	return (
		<div className={cx("border-l-[3px] border-l-warning pl-3 text-sm", className)}>
			<p className="text-ink-2">{t("told", { count, name: duplicate.by ?? "" })}</p>
			<p className="break-words font-[520]">{t("said", { reason: duplicate.reason })}</p>
			<p className="flex flex-wrap gap-x-3">
				{duplicate.of.map((id, index) => (
					<DeskLink
						key={id}
						href={`/payouts/${encodeURIComponent(id)}`}
						className="rounded-sm py-0.5 underline decoration-line-strong underline-offset-3 hover:decoration-current"
					>
						{t("seeEarlier", { count, index: index + 1 })}
					</DeskLink>
				))}
			</p>
		</div>
	);
}
