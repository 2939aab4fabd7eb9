"use client";
import { useTranslations } from "next-intl";
import { useChangedToast } from "#components/change-requests/use-changed-toast.ts";
import { useMonthText } from "#components/statements/day-text.tsx";
import { ReasonDialog } from "#components/ui/dialog/reason-dialog.tsx";
import type { MonthClosing, Statement } from "#lib/contracts/statement.ts";
import { decideClosing } from "#lib/queries/statements.ts";

interface ReopenDialogProps {
	statement: Statement;
	closing: MonthClosing;
	onClose: () => void;
}

export function ReopenDialog({ statement: { currency }, closing: { month, version }, onClose }: ReopenDialogProps) {
	const t = useTranslations("statements.reopen");
	const monthText = useMonthText();
	const told = useChangedToast();
	const texts = {
		...{ title: t("title", { month: monthText(month) }), body: t("why"), act: t("send") },
		...{ reason: t("reason"), hint: t("hint"), needed: t("needed") },
	};
	return (
		<ReasonDialog
			texts={texts}
			act={(note) => decideClosing(currency, { month, version, decision: "reopen", note })}
			onDone={(answer) => told(answer, t("send"))}
			onClose={onClose}
		/>
	);
}
