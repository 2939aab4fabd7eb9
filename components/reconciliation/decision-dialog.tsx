"use client";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { type Asked, choicesOf, useSay } from "#components/reconciliation/send-decision.ts";
import { LineText, PaymentText } from "#components/reconciliation/subject-text.tsx";
import { Button } from "#components/ui/button.tsx";
import { Dialog } from "#components/ui/dialog.tsx";
import { Field } from "#components/ui/fields/field.tsx";
import { Select } from "#components/ui/fields/select.tsx";
import { TextInput } from "#components/ui/fields/text-input.tsx";
import { Textarea } from "#components/ui/fields/textarea.tsx";
import { Notice } from "#components/ui/page/notice.tsx";
import { useErrorText } from "#components/ui/use-error-text.ts";
import { maskPhone } from "#lib/phone.ts";
import { typedSentences, typedText } from "#lib/typed-text.ts";

interface DecisionDialogProps {
	asked: Asked;
	currency: string;
	onClose: () => void;
}

const REASON_LENGTH = 280;

export default function DecisionDialog({ asked, currency, onClose }: DecisionDialogProps) {
	const t = useTranslations("reconciliation.dialog");
	const errorText = useErrorText();
	const choices = choicesOf(asked);
	const [choice, setChoice] = useState(choices.length === 1 ? (choices[0] ?? "") : "");
	const [reference, setReference] = useState("");
	const [reason, setReason] = useState("");
	const [tried, setTried] = useState(false);
	const say = useSay(asked, onClose);
	const choiceFault = choice === "" ? t("choiceNeeded") : null;
	const reasonFault = typedSentences(reason) === "" ? t("reasonNeeded") : null;
	function submit() {
		setTried(true);
		if (!choiceFault && !reasonFault)
			say.mutate({ choice, reference: typedText(reference), reason: typedSentences(reason) });
	}
	const payments = "line" in asked ? asked.payments : [];
	return (
		<Dialog
			open
			onClose={onClose}
			title={t("undo" in asked ? "undoTitle" : "line" in asked ? "lineTitle" : "paymentTitle")}
			actions={
				<>
					<Button variant="primary" busy={say.isPending} onClick={submit} className="max-sm:h-11 max-sm:flex-1">
						{t("undo" in asked ? "undo" : "save")}
					</Button>
					<Button onClick={onClose} className="max-sm:h-11">
						{t("back")}
					</Button>
				</>
			}
		>
			<Subject asked={asked} currency={currency} />
			{"undo" in asked ? null : (
				<Field label={t("choice")} error={tried ? choiceFault : null}>
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
			<Field label={t("reason")} hint={t("reasonHint")} error={tried ? reasonFault : null}>
				<Textarea
					value={reason}
					rows={2}
					maxLength={REASON_LENGTH}
					onChange={(event) => setReason(event.target.value)}
				/>
			</Field>
			{say.isError ? (
				<Notice tone="danger" urgent>
					{errorText(say.error)}
				</Notice>
			) : null}
		</Dialog>
	);
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
