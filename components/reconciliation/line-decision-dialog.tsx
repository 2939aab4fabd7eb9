"use client";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { LineText, PaymentText } from "#components/reconciliation/subject-text.tsx";
import { FormDialog } from "#components/ui/dialog/form-dialog.tsx";
import { Field } from "#components/ui/fields/field.tsx";
import { Options } from "#components/ui/fields/options.tsx";
import { ReasonField } from "#components/ui/fields/reason-field.tsx";
import { Select } from "#components/ui/fields/select.tsx";
import { TextInput } from "#components/ui/fields/text-input.tsx";
import { useReason } from "#components/ui/fields/use-reason.ts";
import { toast } from "#components/ui/toast.tsx";
import { useRefetchingMutation } from "#components/ui/use-refetching-mutation.ts";
import type { FeeRule, ReconciledLine, ReconciledPayment, Reconciliation } from "#lib/contracts/reconciliation.ts";
import type { LineDecision, PaymentDecision } from "#lib/contracts/reconciliation-decision.ts";
import { fittingVerdicts, PAYMENT_VERDICTS } from "#lib/line-verdicts.ts";
import { directionOf } from "#lib/movements/kept-direction.ts";
import { maskPhone } from "#lib/phone.ts";
import { decideLine, decidePayment } from "#lib/queries/reconciliation.ts";
import { typedText } from "#lib/text/typed-text.ts";

interface LineDecisionDialogProps {
	asked: Asked;
	data: Pick<Reconciliation, "currency" | "feeRule">;
	onClose: () => void;
}

export default function LineDecisionDialog({ asked, data: { currency, feeRule }, onClose }: LineDecisionDialogProps) {
	const t = useTranslations("reconciliation.dialog");
	const verdicts = useTranslations("reconciliation.verdicts");
	const choices = choicesOf(asked, feeRule);
	const [choice, setChoice] = useState(firstChoice(asked, choices));
	const [reference, setReference] = useState(
		("line" in asked && (asked.line.first?.reference ?? asked.line.imported)) || "",
	);
	const reason = useReason();
	const decide = useRefetchingMutation({
		mutationFn: (typed: Typed) => sendDecision(asked, typed),
		onSuccess: () => {
			toast(t("done"));
			onClose();
		},
	});
	const choiceFault = choice === "" ? t("choiceNeeded") : null;
	function submit() {
		const isReasoned = reason.check();
		if (!choiceFault && isReasoned) decide.mutate({ choice, reference: typedText(reference), reason: reason.text });
	}
	const matches = new Map(
		("line" in asked ? asked.payments : []).map(({ id, kind, note, phoneNumber }, place) => [
			`match:${id}`,
			t(`match.${kind}`, { place: place + 1, who: note ?? maskPhone(phoneNumber) }),
		]),
	);
	return (
		<FormDialog
			title={t("undo" in asked ? "undoTitle" : "line" in asked ? "lineTitle" : "paymentTitle")}
			action={t("undo" in asked ? "undo" : "save")}
			mutation={decide}
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
						<Options of={choices.map((value) => [value, matches.get(value) ?? verdicts(value)])} />
					</Select>
				</Field>
			)}
			{choice === "portal" ? (
				<Field label={t("reference")} optional hint={t("referenceHint")}>
					<TextInput value={reference} maxLength={128} onChange={(event) => setReference(event.target.value)} />
				</Field>
			) : null}
			<ReasonField label={t("reason")} hint={t("reasonHint")} rows={2} {...reason.field} />
		</FormDialog>
	);
}

/** Returns the preselected verdict: the first person's, else "portal" if an imported transaction may fit the line, else the only choice. */
function firstChoice(asked: Asked, choices: readonly string[]): string {
	const first = "line" in asked ? asked.line.first : null;
	const proposed = "line" in asked && asked.line.imported !== null ? "portal" : undefined;
	const given = first?.paymentId ? `match:${first.paymentId}` : (first?.verdict ?? proposed);
	return choices.find((choice) => choice === given || choices.length === 1) ?? "";
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

/** The subject of the decision: a line with the payments that may fit it, a payment without a line, or a verdict to withdraw. */
export type Asked =
	| { line: ReconciledLine; payments: readonly ReconciledPayment[]; isRepeated: boolean }
	| { payment: ReconciledPayment }
	| { undo: { line: ReconciledLine | null; payment: ReconciledPayment | null; decidedAt: string | undefined } };

/** Exported for its test. */
export function choicesOf(asked: Asked, feeRule: FeeRule): string[] {
	if ("undo" in asked) return ["reopen"];
	if ("payment" in asked) return [...PAYMENT_VERDICTS];
	const direction = directionOf(feeRule, asked.line.type);
	return [
		...asked.payments.map(({ id }) => `match:${id}`),
		...fittingVerdicts({ direction, isRepeated: asked.isRepeated }),
	];
}

interface Typed {
	choice: string;
	reference: string;
	reason: string;
}

/** Exported for its test. */
export function sendDecision(asked: Asked, { choice, reference, reason }: Typed): Promise<void> {
	if ("payment" in asked) {
		return decidePayment(asked.payment.id, { verdict: choice as PaymentDecision["verdict"], reason });
	}
	if ("undo" in asked) {
		const { line, payment, decidedAt } = asked.undo;
		if (line) return decideLine(line.id, { verdict: "reopen", decidedAt, reason });
		return decidePayment(payment?.id ?? "", { verdict: "reopen", decidedAt, reason });
	}
	if (choice.startsWith("match:"))
		return decideLine(asked.line.id, { verdict: "match", paymentId: choice.slice(6), reason });
	const verdict = choice as Exclude<LineDecision["verdict"], "match" | "reopen">;
	// Only `portal` has a field for a reference, which may be prefilled: for other verdicts it is not sent.
	const isNamed = verdict === "portal" && reference !== "";
	return decideLine(asked.line.id, { verdict, reason, ...(isNamed ? { reference } : {}) });
}
