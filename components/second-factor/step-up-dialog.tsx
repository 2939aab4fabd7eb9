"use client";
import { useTranslations } from "next-intl";
import StepUpForm from "#components/second-factor/step-up-form.tsx";
import { Dialog } from "#components/ui/dialog/dialog.tsx";
import type { StepUpNeed } from "#lib/contracts/second-factor.ts";

interface StepUpDialogProps {
	need: StepUpNeed;
	onDone: (proved: boolean) => void;
}

/** Asks for a step-up in a dialog of its own, for acts whose own dialog does not. */
export default function StepUpDialog({ need, onDone }: StepUpDialogProps) {
	const t = useTranslations("secondFactor.stepUp");
	return (
		<Dialog onClose={() => onDone(false)} title={t("title")} className="w-[min(26rem,calc(100vw-2rem))]">
			<StepUpForm need={need} onProved={() => onDone(true)} />
		</Dialog>
	);
}
