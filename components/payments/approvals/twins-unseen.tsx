"use client";
import { useTranslations } from "next-intl";
import { EarlierPayout } from "#components/payments/earlier-payout.tsx";
import { Field } from "#components/ui/fields/field.tsx";
import { Textarea } from "#components/ui/fields/textarea.tsx";
import { Notice } from "#components/ui/page/notice.tsx";

interface TwinsUnseenProps {
	/** Ids of payouts of this number and amount that nobody has looked at beside this one. */
	ids: readonly string[];
	reason: string;
	fault: string | null;
	maxLength: number;
	onReason: (text: string) => void;
}

/** The same payment came since this one was asked for: each of them, alive, and no approval without a reason. */
export function TwinsUnseen({ ids, reason, fault, maxLength, onReason }: TwinsUnseenProps) {
	const t = useTranslations("payments.duplicate");
	return (
		<div className="mt-3 grid gap-3">
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
			<Field label={t("sinceReason")} hint={t("reasonHint")} error={fault}>
				<Textarea value={reason} maxLength={maxLength} onChange={(event) => onReason(event.target.value)} />
			</Field>
		</div>
	);
}
