"use client";
import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { type ReactNode, useState } from "react";
import { AmountField } from "#components/payments/form/amount-field.tsx";
import { FormFrame } from "#components/payments/form/form-frame.tsx";
import { FormProblem } from "#components/payments/form/form-problem.tsx";
import { NoteField } from "#components/payments/form/note-field.tsx";
import { OperatorField } from "#components/payments/form/operator-field.tsx";
import { PhoneField } from "#components/payments/form/phone-field.tsx";
import { RestoredNote } from "#components/payments/form/restored-note.tsx";
import { submitDraft } from "#components/payments/form/submit-draft.ts";
import { type PaymentFormSetting, usePaymentForm, useSendPayment } from "#components/payments/form/use-payment-form.ts";
import { useSettled } from "#components/payments/preview/use-settled.ts";
import { type DraftText, useDraftText } from "#components/payments/use-draft-text.ts";
import { Button } from "#components/ui/button.tsx";
import { LinkButton } from "#components/ui/link-button.tsx";
import { Money } from "#components/ui/money.tsx";
import { SectionTitle } from "#components/ui/page/section-title.tsx";
import { useHydrated } from "#components/ui/use-hydrated.ts";
import type { DepositPreview } from "#lib/contracts/payment.ts";
import type { DepositPreviewRequest } from "#lib/contracts/payment-request.ts";
import { paymentQueries } from "#lib/queries/payments.ts";

type DepositFormProps = Omit<PaymentFormSetting, "kind">;

/** A customer waits at the counter, so the form has one step and its button shows the amount. */
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
	const draftText = useDraftText(form.control, choices);
	return (
		<FormFrame
			onSubmit={() => submitDraft(form, (draft) => send({ draft }))}
			fields={
				<>
					<RestoredNote drawn={drawn} />
					<PhoneField label={t("phone")} form={form} choices={choices} isChosenByHand={isChosenByHand} />
					<OperatorField control={form.control} choices={choices} onChosen={() => setChosenByHand(true)} />
					<AmountField control={form.control} choices={choices} />
					<NoteField control={form.control} label={shared("note")} hint={t("noteHint")} />
				</>
			}
			summary={<DepositSummary draftText={draftText} />}
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
							{draftText.amount ? t("submit", { amount: draftText.amount }) : t("submitEmpty")}
						</Button>
						<LinkButton href="/deposits" size="lg" className="max-sm:flex-1">
							{shared("cancel")}
						</LinkButton>
					</div>
				</>
			}
		/>
	);
}

function DepositSummary({ draftText }: { draftText: DraftText }) {
	const t = useTranslations("deposits");
	const shared = useTranslations("payments.form");
	const { amount, number, operator } = draftText;
	const b = (chunks: ReactNode) => <strong className="num font-[580]">{chunks}</strong>;
	return (
		<>
			<SectionTitle>{shared("whatWillHappen")}</SectionTitle>
			{amount && number && operator ? (
				<>
					<p className="mb-2.5">{t.rich(`summary.${operator.flow}`, { amount, number, operator: operator.name, b })}</p>
					<Arrival draftText={draftText} />
				</>
			) : (
				<p className="text-ink-2">{t("summaryEmpty")}</p>
			)}
		</>
	);
}

/** The amount that reaches the wallet, if a fee is expected. */
function Arrival({ draftText }: { draftText: DraftText }) {
	const t = useTranslations("payments.balance");
	const preview = useDepositPreview(draftText);
	if (!preview?.arrives || !preview.expectedFee || !draftText.decimal || !draftText.operator) return null;
	const { currency } = draftText.operator;
	return (
		<dl className="num mt-4 grid grid-cols-[minmax(0,1fr)_auto] gap-y-1 [&>dt]:pr-3 border-line border-t pt-3.5 text-sm">
			<dt className="text-ink-2">{t("deposit")}</dt>
			<dd className="text-right">
				<Money amount={draftText.decimal} currency={currency} />
			</dd>
			<dt className="text-ink-2">{t("fee")}</dt>
			<dd className="text-right">
				<Money amount={preview.expectedFee === "0.00" ? "0.00" : `-${preview.expectedFee}`} currency={currency} />
			</dd>
			<dt className="mt-1 border-line border-t pt-1 font-[580]">{t("arrives")}</dt>
			<dd className="mt-1 border-line border-t pt-1 text-right font-[580]">
				<Money amount={preview.arrives} currency={currency} />
			</dd>
		</dl>
	);
}

/** Previews the deposit in the form; undefined without an amount, and never for another amount. */
function useDepositPreview({ decimal, operator }: DraftText): DepositPreview | undefined {
	const request: DepositPreviewRequest | null =
		decimal === null || operator === null
			? null
			: { amount: decimal.replace(/\.00$/, ""), currency: operator.currency, operator: operator.code };
	const asked = useSettled<DepositPreviewRequest>(request && JSON.stringify(request));
	const query = useQuery({
		...paymentQueries.depositPreview(asked ?? { amount: "1", currency: "XXX", operator: "none" }),
		enabled: asked !== null,
	});
	return asked === null || query.isPlaceholderData ? undefined : query.data;
}
