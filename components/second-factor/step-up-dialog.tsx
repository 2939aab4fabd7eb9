"use client";
import { useTranslations } from "next-intl";
import StepUpProof from "#components/second-factor/step-up-proof.tsx";
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
			<StepUpProof need={need} onProved={() => onDone(true)} />
		</Dialog>
	);
}
