"use client";
import { useTranslations } from "next-intl";
import { EarlierPayout } from "#components/payments/earlier-payout.tsx";
import { ReasonField } from "#components/ui/fields/reason-field.tsx";
import type { useReason } from "#components/ui/fields/use-reason.ts";
import { Notice } from "#components/ui/page/notice.tsx";

interface TwinsUnseenProps {
	/** Ids of payouts of this number and amount that nobody has looked at beside this one. */
	ids: readonly string[];
	reason: ReturnType<typeof useReason>["field"];
}

/** The same payment came since this one was asked for: each of them, alive, and no approval without a reason. */
export function TwinsUnseen({ ids, reason }: TwinsUnseenProps) {
	const t = useTranslations("payments.duplicate");
	return (
		<div className="grid gap-3">
			<Notice tone="warning" urgent title={t("title")}>
				{t("since", { count: ids.length })}
			</Notice>
			<ul className="grid max-h-72 gap-3 overflow-y-auto">
				{ids.map((id) => (
					<li key={id}>
						<EarlierPayout id={id} />
					</li>
				))}
			</ul>
			<ReasonField label={t("sinceReason")} hint={t("reasonHint")} needed={t("reasonNeeded")} {...reason} />
		</div>
	);
}
