"use client";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useChangedToast } from "#components/change-requests/use-changed-toast.ts";
import { OpenDayText } from "#components/statements/open-days.tsx";
import { useMonthText } from "#components/ui/day-text.tsx";
import { FormDialog } from "#components/ui/dialog/form-dialog.tsx";
import { ReasonDialog } from "#components/ui/dialog/reason-dialog.tsx";
import { ReasonField } from "#components/ui/fields/reason-field.tsx";
import { toast } from "#components/ui/toast.tsx";
import { useRefetchingMutation } from "#components/ui/use-refetching-mutation.ts";
import type { MonthClose, Statement } from "#lib/contracts/statement.ts";
import { reasonFault } from "#lib/payments/reason.ts";
import { decideMonthClose } from "#lib/queries/statements.ts";
import { typedSentences } from "#lib/text/typed-text.ts";

interface MonthCloseDialogProps {
	step: "propose" | "confirm" | "reject";
	statement: Statement;
	closing: MonthClose;
	onClose: () => void;
}

export function MonthCloseDialog({ step, statement, closing, onClose }: MonthCloseDialogProps) {
	const t = useTranslations("statements");
	const monthText = useMonthText();
	const [typed, setTyped] = useState<Readonly<Record<string, string>>>({});
	const [tried, setTried] = useState(false);
	const { currency, openDays } = statement;
	const asked = step === "propose" ? openDays.filter(({ reason }) => reason === null) : [];
	const isWhole = asked.every(({ day }) => reasonFault(typed[day] ?? "", 1) === null);
	const decide = useRefetchingMutation({
		mutationFn: () => {
			const { month, version } = closing;
			const reasons = asked.map(({ day }) => ({ day, reason: typedSentences(typed[day] ?? "") }));
			return decideMonthClose(currency, { month, version, decision: step, ...(step === "propose" ? { reasons } : {}) });
		},
		onSuccess: () => {
			toast(t(`${step}.done`));
			onClose();
		},
	});
	function submit() {
		setTried(true);
		if (isWhole) decide.mutate();
	}
	return (
		<FormDialog
			title={t(`${step}.title`, { month: monthText(closing.month) })}
			action={step === "propose" ? t("propose.send") : t(`act.${step}`)}
			mutation={decide}
			onSubmit={submit}
			onClose={onClose}
		>
			<p>{t(`${step}.why`)}</p>
			{asked.map((open) => (
				<div key={open.day} className="grid gap-2 text-sm">
					<p className="first-letter:uppercase">
						<OpenDayText open={open} currency={currency} />
					</p>
					<ReasonField
						label={open.kind === "unexplained" ? t("propose.reason") : t("propose.reasonNotProved")}
						shortest={1}
						rows={2}
						value={typed[open.day] ?? ""}
						fault={tried ? reasonFault(typed[open.day] ?? "", 1) : null}
						onChange={(text) => setTyped({ ...typed, [open.day]: text })}
					/>
				</div>
			))}
		</FormDialog>
	);
}

export function ReopenDialog({
	statement: { currency },
	closing: { month, version },
	onClose,
}: Omit<MonthCloseDialogProps, "step">) {
	const t = useTranslations("statements.reopen");
	const monthText = useMonthText();
	const toastChanged = useChangedToast();
	const texts = {
		...{ title: t("title", { month: monthText(month) }), body: t("why"), act: t("send") },
		...{ reason: t("reason"), hint: t("hint") },
	};
	return (
		<ReasonDialog
			texts={texts}
			act={(note) => decideMonthClose(currency, { month, version, decision: "reopen", note })}
			onDone={(answer) => toastChanged(answer, t("send"))}
			onClose={onClose}
		/>
	);
}
