"use client";
import { useTranslations } from "next-intl";
import { useCallback, useEffect, useState } from "react";
import { FactorForm } from "#components/second-factor/factor-form.tsx";
import { StepUpSubjects } from "#components/second-factor/step-up-subjects.tsx";
import { useFactorErrorText } from "#components/second-factor/use-factor-error-text.ts";
import { Dialog } from "#components/ui/dialog.tsx";
import { Notice } from "#components/ui/page/notice.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";
import type { StepUpNeed, StepUpQuestion } from "#lib/contracts/second-factor.ts";
import { askStepUp, giveStepUp } from "#lib/queries/second-factor.ts";

interface StepUpDialogProps {
	need: StepUpNeed;
	onDone: (proved: boolean) => void;
}

/** What it is for, in the desk's own words and figures, and then: is it you? */
export default function StepUpDialog({ need, onDone }: StepUpDialogProps) {
	const t = useTranslations("secondFactor.stepUp");
	const errorText = useFactorErrorText();
	const [question, setQuestion] = useState<StepUpQuestion | null>(null);
	const [error, setError] = useState<unknown>(null);
	const ask = useCallback(() => void askStepUp(need).then(setQuestion, setError), [need]);
	useEffect(ask, [ask]);
	return (
		<Dialog open onClose={() => onDone(false)} title={t("title")} className="w-[min(26rem,calc(100vw-2rem))]">
			<div className="grid gap-1">
				<p className="text-ink-2 text-sm">{t(`why.${need.purpose}`, { count: need.subjects?.length ?? 0 })}</p>
				{question ? <StepUpSubjects payments={question.payments} /> : null}
			</div>
			{error ? (
				<Notice tone="danger" urgent>
					{errorText(error)}
				</Notice>
			) : null}
			{question ? (
				<FactorForm
					question={question}
					onStale={ask}
					onAnswer={async (answer) => {
						await giveStepUp({ id: question.id, answer });
						onDone(true);
					}}
				/>
			) : error ? null : (
				<div aria-busy="true" className="grid gap-3">
					<Skeleton className="h-[38px]" />
					<Skeleton className="h-10" />
				</div>
			)}
		</Dialog>
	);
}
