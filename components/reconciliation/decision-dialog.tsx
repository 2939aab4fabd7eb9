"use client";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { type Asked, choicesOf, useSay } from "#components/reconciliation/send-decision.ts";
import { LineText, PaymentText } from "#components/reconciliation/subject-text.tsx";
import { FormDialog } from "#components/ui/dialog/form-dialog.tsx";
import { Field } from "#components/ui/fields/field.tsx";
import { ReasonField } from "#components/ui/fields/reason-field.tsx";
import { Select } from "#components/ui/fields/select.tsx";
import { TextInput } from "#components/ui/fields/text-input.tsx";
import { useReason } from "#components/ui/fields/use-reason.ts";
import { useErrorText } from "#components/ui/use-error-text.ts";
import { maskPhone } from "#lib/phone.ts";
import { typedText } from "#lib/text/typed-text.ts";

interface DecisionDialogProps {
	asked: Asked;
	currency: string;
	onClose: () => void;
}

export default function DecisionDialog({ asked, currency, onClose }: DecisionDialogProps) {
	const t = useTranslations("reconciliation.dialog");
	const errorText = useErrorText();
	const choices = choicesOf(asked);
	const [choice, setChoice] = useState(firstChoice(asked, choices));
	const [reference, setReference] = useState(
		("line" in asked && (asked.line.first?.reference ?? asked.line.imported)) || "",
	);
	const reason = useReason();
	const say = useSay(asked, onClose);
	const choiceFault = choice === "" ? t("choiceNeeded") : null;
	function submit() {
		const isReasoned = reason.check();
		if (!choiceFault && isReasoned) say.mutate({ choice, reference: typedText(reference), reason: reason.text });
	}
	const payments = "line" in asked ? asked.payments : [];
	return (
		<FormDialog
			title={t("undo" in asked ? "undoTitle" : "line" in asked ? "lineTitle" : "paymentTitle")}
			action={t("undo" in asked ? "undo" : "save")}
			busy={say.isPending}
			fault={say.isError ? errorText(say.error) : null}
			back={t("back")}
			onSubmit={submit}
			onClose={onClose}
		>
			<Subject asked={asked} currency={currency} />
			{"undo" in asked ? null : (
				<Field label={t("choice")} error={reason.tried ? choiceFault : null}>
					<Select value={choice} onChange={(event) => setChoice(event.target.value)}>
						<option value="" disabled>
							{t("choose")}
						</option>
						{payments.map((payment, place) => (
							<option key={payment.id} value={`match:${payment.id}`}>
								{t(`match.${payment.kind}`, { place: place + 1, who: payment.note ?? maskPhone(payment.phoneNumber) })}
							</option>
						))}
						{choices
							.filter((value) => !value.startsWith("match:"))
							.map((value) => (
								<option key={value} value={value}>
									{t(`verdicts.${value}`)}
								</option>
							))}
					</Select>
				</Field>
			)}
			{choice === "portal" ? (
				<Field label={t("reference")} optional hint={t("referenceHint")}>
					<TextInput value={reference} maxLength={128} onChange={(event) => setReference(event.target.value)} />
				</Field>
			) : null}
			<ReasonField label={t("reason")} hint={t("reasonHint")} rows={2} needed={t("reasonNeeded")} {...reason.field} />
		</FormDialog>
	);
}

/** The only choice, the one that waits for a second person, or where the line may be an imported transaction. */
function firstChoice(asked: Asked, choices: readonly string[]): string {
	const first = "line" in asked ? asked.line.first : null;
	const proposed = "line" in asked && asked.line.imported !== null ? "portal" : undefined;
	const said = first?.paymentId ? `match:${first.paymentId}` : (first?.verdict ?? proposed);
	return choices.find((choice) => choice === said || choices.length === 1) ?? "";
}

function Subject({ asked, currency }: { asked: Asked; currency: string }) {
	const { line, payment } = "undo" in asked ? asked.undo : { line: null, payment: null, ...asked };
	return (
		<div className="grid gap-1">
			{line ? <LineText line={line} currency={currency} /> : null}
			{payment ? <PaymentText payment={payment} currency={currency} /> : null}
		</div>
	);
}
