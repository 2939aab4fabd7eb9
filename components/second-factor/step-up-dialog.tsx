"use client";
import { useTranslations } from "next-intl";
import { useCallback } from "react";
import { FactorQuestion } from "#components/second-factor/factor-question.tsx";
import { NothingToProve } from "#components/second-factor/nothing-to-prove.tsx";
import { StepUpSubjects } from "#components/second-factor/step-up-subjects.tsx";
import { Dialog } from "#components/ui/dialog/dialog.tsx";
import type { StepUpNeed } from "#lib/contracts/second-factor.ts";
import { askStepUp, giveStepUp } from "#lib/queries/second-factor.ts";

interface StepUpDialogProps {
	need: StepUpNeed;
	onDone: (proved: boolean) => void;
}

/** What it is for, in the desk's own words and figures, and then: is it you? */
export default function StepUpDialog({ need, onDone }: StepUpDialogProps) {
	const t = useTranslations("secondFactor.stepUp");
	const ask = useCallback(() => askStepUp(need), [need]);
	return (
		<Dialog open onClose={() => onDone(false)} title={t("title")} className="w-[min(26rem,calc(100vw-2rem))]">
			<p className="text-ink-2 text-sm">{t(`why.${need.purpose}`, { count: need.subjects?.length ?? 0 })}</p>
			<FactorQuestion
				ask={ask}
				nothing={<NothingToProve purpose={need.purpose} />}
				about={({ payments }) => <StepUpSubjects payments={payments} />}
				onAnswer={async (answer, { id }) => {
					await giveStepUp({ id, answer });
					onDone(true);
				}}
			/>
		</Dialog>
	);
}
