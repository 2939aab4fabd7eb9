"use client";
import { useTranslations } from "next-intl";
import { type FormEvent, useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { Field } from "#components/ui/fields/field.tsx";
import { TextInput } from "#components/ui/fields/text-input.tsx";
import { toast } from "#components/ui/toast.tsx";
import { useErrorText } from "#components/ui/use-error-text.ts";
import { useRefetchingMutation } from "#components/ui/use-refetching-mutation.ts";
import { ApiError } from "#lib/api.ts";
import type { Payment } from "#lib/contracts/payment.ts";
import { isReference } from "#lib/paths.ts";
import { resolvePayment } from "#lib/queries/payments.ts";
import { typedText } from "#lib/text/typed-text.ts";

interface ReferenceFormProps {
	payment: Payment;
	answers: readonly string[];
}

/** Takes a reference that a person found elsewhere. It becomes the payment's reference once the service confirms it. */
export function ReferenceForm({ payment, answers }: ReferenceFormProps) {
	const t = useTranslations("settlement.reference");
	const [reference, setReference] = useState("");
	const [fault, setFault] = useState<string | null>(null);
	const errorText = useErrorText();
	const resolve = useRefetchingMutation({
		mutationFn: (found: string) =>
			resolvePayment(payment.kind, payment.id, { reference: found, version: payment.version }),
		onSuccess: () => toast(t("done")),
		onError: (error) => setFault(faultText(error, t) ?? errorText(error)),
	});
	function submit(event: FormEvent) {
		event.preventDefault();
		const found = typedText(reference);
		if (!found) return setFault(t("needed"));
		if (!isReference(found)) return setFault(t("fault.invalid"));
		setFault(null);
		if (!resolve.isPending) resolve.mutate(found);
	}
	return (
		<>
			<p className="mb-3.5 text-ink-2">{t("lead")}</p>
			<form onSubmit={submit} noValidate className="grid gap-3">
				<Field label={t("label")} error={fault}>
					<TextInput
						value={reference}
						onChange={(event) => setReference(event.target.value)}
						placeholder={payment.kind === "payout" ? "TX-…" : undefined}
						maxLength={128}
						autoComplete="off"
						spellCheck={false}
						className="font-mono"
					/>
				</Field>
				<PossibleAnswers answers={answers} choose={setReference} />
				<Button type="submit" busy={resolve.isPending} className="w-full max-sm:h-11">
					{resolve.isPending ? t("verifying") : t("act")}
				</Button>
			</form>
		</>
	);
}

/** Offers imported transactions that may be this payment. A click only fills the field; sending the form still asks the service. */
function PossibleAnswers({ answers, choose }: { answers: readonly string[]; choose: (reference: string) => void }) {
	const t = useTranslations("settlement.reference");
	if (answers.length === 0) return null;
	return (
		<div>
			<p className="mb-1.5 text-ink-2 text-xs">{t("answers", { count: answers.length })}</p>
			<ul className="grid gap-1.5">
				{answers.map((reference) => (
					<li key={reference}>
						<Button
							size="sm"
							aria-label={t("takeAnswer", { reference })}
							onClick={() => choose(reference)}
							className="w-full font-mono max-sm:h-11"
						>
							<span className="truncate">{reference}</span>
						</Button>
					</li>
				))}
			</ul>
		</div>
	);
}

function faultText(error: unknown, t: ReturnType<typeof useTranslations<"settlement.reference">>): string | null {
	const fault = error instanceof ApiError ? error.fields.reference : undefined;
	return fault && t.has(`fault.${fault}`) ? t(`fault.${fault}`) : null;
}
