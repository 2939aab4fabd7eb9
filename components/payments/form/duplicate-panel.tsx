"use client";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { ComparedPayout, EarlierPayouts } from "#components/payments/earlier-payouts.tsx";
import type { DraftText } from "#components/payments/use-draft-text.ts";
import { Button } from "#components/ui/button.tsx";
import { ReasonField } from "#components/ui/fields/reason-field.tsx";
import { useReason } from "#components/ui/fields/use-reason.ts";
import { Money } from "#components/ui/money.tsx";
import { Notice } from "#components/ui/page/notice.tsx";
import type { PayoutRequest } from "#lib/contracts/payment-request.ts";
import { SHORTEST_REASON } from "#lib/payments/reason.ts";
import { typedText } from "#lib/text/typed-text.ts";

interface DuplicatePanelProps {
	earlier: readonly string[];
	draftText: DraftText;
	name: string | undefined;
	note: string;
	isBusy: boolean;
	problem: ReactNode;
	ways: ReactNode;
	onSend: (duplicate: PayoutRequest["duplicate"]) => void;
}

export function DuplicatePanel({ earlier, draftText, name, note, isBusy, problem, ways, onSend }: DuplicatePanelProps) {
	const t = useTranslations("payments.duplicate");
	const reason = useReason(SHORTEST_REASON);
	function submit() {
		if (reason.check()) onSend({ of: [...earlier], reason: reason.text });
	}
	return (
		<section aria-label={t("title")} className="grid gap-4">
			<Notice tone="warning" urgent title={t("title")}>
				{t("lead", { count: earlier.length })}
			</Notice>
			<div className="grid gap-3 sm:grid-cols-2">
				<ComparedPayout
					title={t("new")}
					name={name}
					money={<Money amount={draftText.decimal ?? ""} currency={draftText.operator?.currency ?? ""} />}
					number={draftText.number}
					operator={draftText.operator?.name}
					note={typedText(note)}
					className="self-start border-dashed sm:sticky sm:top-[calc(var(--frame-top)+1rem)]"
				>
					<p className="mt-1.5 text-ink-2 text-xs">{t("notMade")}</p>
				</ComparedPayout>
				<EarlierPayouts ids={earlier} className="content-start" />
			</div>
			<ReasonField label={t("reason")} hint={t("reasonHint")} {...reason.field} />
			{problem}
			<div className="flex flex-wrap gap-2">
				{ways}
				<Button variant="danger" size="lg" busy={isBusy} onClick={submit} className="max-sm:w-full">
					{t("submit")}
				</Button>
			</div>
		</section>
	);
}
