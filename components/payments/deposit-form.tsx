"use client";
import { useTranslations } from "next-intl";
import { type ReactNode, useState } from "react";
import { AmountField } from "#components/payments/amount-field.tsx";
import { useDraftWords } from "#components/payments/draft-words.ts";
import { FormFrame } from "#components/payments/form-frame.tsx";
import { FormProblem } from "#components/payments/form-problem.tsx";
import { NoteField } from "#components/payments/note-field.tsx";
import { OperatorField } from "#components/payments/operator-field.tsx";
import { PhoneField } from "#components/payments/phone-field.tsx";
import { submitDraft } from "#components/payments/submit-draft.ts";
import { type PaymentFormSetting, usePaymentForm, useSendPayment } from "#components/payments/use-payment-form.ts";
import { Button } from "#components/ui/button.tsx";
import { LinkButton } from "#components/ui/link-button.tsx";
import { SectionTitle } from "#components/ui/section-title.tsx";
import { useHydrated } from "#components/ui/use-hydrated.ts";

type DepositFormProps = Omit<PaymentFormSetting, "kind">;

/** A customer waits at the counter: one step, and the button says how much. */
export function DepositForm(props: DepositFormProps) {
	const t = useTranslations("deposits");
	const shared = useTranslations("payments.form");
	const setting = { kind: "deposit" as const, ...props };
	const { choices } = setting;
	const drawn = usePaymentForm(setting);
	const { form } = drawn;
	const isReady = useHydrated();
	const { send, isBusy, error } = useSendPayment(setting, drawn);
	const [isChosenByHand, setChosenByHand] = useState(false);
	const words = useDraftWords(form.control, choices);
	return (
		<FormFrame
			onSubmit={() => submitDraft(form, send)}
			fields={
				<>
					<PhoneField label={t("phone")} form={form} choices={choices} isChosenByHand={isChosenByHand} />
					<OperatorField control={form.control} choices={choices} onChosen={() => setChosenByHand(true)} />
					<AmountField control={form.control} choices={choices} />
					<NoteField control={form.control} label={shared("note")} hint={t("noteHint")} />
				</>
			}
			summary={<DepositSummary words={words} />}
			actions={
				<>
					<FormProblem error={error} listHref="/deposits" />
					<div className="flex flex-wrap gap-2">
						<Button
							type="submit"
							variant="primary"
							size="lg"
							disabled={!isReady}
							busy={isBusy}
							className="max-sm:w-full"
						>
							{words.amount ? t("submit", { amount: words.amount }) : t("submitEmpty")}
						</Button>
						<LinkButton href="/deposits" size="lg" className="max-sm:flex-1">
							{shared("cancel")}
						</LinkButton>
						{drawn.isRestored ? (
							<Button variant="ghost" size="lg" onClick={drawn.startAnew}>
								{shared("startAnew")}
							</Button>
						) : null}
					</div>
				</>
			}
		/>
	);
}

function DepositSummary({ words }: { words: ReturnType<typeof useDraftWords> }) {
	const t = useTranslations("deposits");
	const shared = useTranslations("payments.form");
	const { amount, number, operator } = words;
	const b = (chunks: ReactNode) => <strong className="num font-[580]">{chunks}</strong>;
	return (
		<>
			<SectionTitle>{shared("whatWillHappen")}</SectionTitle>
			{amount && number && operator ? (
				<>
					<p className="mb-2.5">{t.rich(`summary.${operator.flow}`, { amount, number, operator: operator.name, b })}</p>
					<p className="text-[0.8125rem] text-ink-2">{t("summaryOnce")}</p>
				</>
			) : (
				<p className="text-ink-2">{t("summaryEmpty")}</p>
			)}
		</>
	);
}
