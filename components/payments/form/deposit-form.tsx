"use client";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { DraftFields } from "#components/payments/form/draft-fields.tsx";
import { FormFrame, FormProblem, RestoredNote } from "#components/payments/form/form-frame.tsx";
import { SumRow, strong, WhatWillHappen } from "#components/payments/form/payout-summary.tsx";
import { PhoneField } from "#components/payments/form/phone-field.tsx";
import { type PaymentFormSetting, usePaymentForm, useSendPayment } from "#components/payments/form/use-payment-form.ts";
import { useDepositPreview } from "#components/payments/form/use-previews.ts";
import { type DraftText, useDraftText } from "#components/payments/use-draft-text.ts";
import { ReadyButton } from "#components/ui/fields/ready-button.tsx";
import { LinkButton } from "#components/ui/link-button.tsx";
import { Money } from "#components/ui/money.tsx";

/** A customer waits at the counter, so the form has one step and its button shows the amount. */
export function DepositForm(props: Omit<PaymentFormSetting, "kind">) {
	const t = useTranslations("deposits");
	const shared = useTranslations("payments.form");
	const setting = { kind: "deposit" as const, ...props };
	const { choices, again } = setting;
	const drawn = usePaymentForm(setting);
	const { form } = drawn;
	const { send, isBusy, error } = useSendPayment(setting, drawn);
	const [isChosenByHand, setChosenByHand] = useState(again !== undefined);
	const draftText = useDraftText(form.control, choices);
	return (
		<FormFrame
			onSubmit={() => drawn.submit((draft) => send({ draft }))}
			fields={
				<>
					<RestoredNote drawn={drawn} />
					<PhoneField
						label={t("phone")}
						form={form}
						choices={choices}
						isChosenByHand={isChosenByHand || drawn.isNumberRestored}
					/>
					<DraftFields
						control={form.control}
						choices={choices}
						onOperatorChosen={() => setChosenByHand(true)}
						note={{ label: shared("note"), hint: t("noteHint") }}
					/>
				</>
			}
			summary={<DepositSummary draftText={draftText} />}
			actions={
				<>
					<FormProblem error={error} listHref="/deposits" />
					<div className="flex flex-wrap gap-2">
						<ReadyButton type="submit" variant="primary" size="lg" busy={isBusy} className="max-sm:w-full">
							{draftText.amount ? t("submit", { amount: draftText.amount }) : t("submitEmpty")}
						</ReadyButton>
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
	const { amount, number, operator } = draftText;
	return (
		<WhatWillHappen empty={t("summaryEmpty")}>
			{amount && number && operator ? (
				<>
					<p className="mb-2.5">
						{t.rich(`summary.${operator.flow}`, { amount, number, operator: operator.name, b: strong })}
					</p>
					<NetAmount draftText={draftText} />
				</>
			) : null}
		</WhatWillHappen>
	);
}

/** Shows the amount that reaches the wallet when a fee is expected. */
function NetAmount({ draftText }: { draftText: DraftText }) {
	const t = useTranslations("payments.balance");
	const preview = useDepositPreview(draftText);
	if (!preview?.expectedFee || !draftText.decimal || !draftText.operator) return null;
	const { currency } = draftText.operator;
	const money = (amount: string) => <Money amount={amount} currency={currency} />;
	return (
		<dl className="mt-4 grid grid-cols-[minmax(0,1fr)_auto] gap-x-3 gap-y-1 border-line border-t pt-3.5 text-sm">
			<SumRow term={t("deposit")}>{money(draftText.decimal)}</SumRow>
			<SumRow term={t("fee")}>{money(preview.expectedFee === "0.00" ? "0.00" : `-${preview.expectedFee}`)}</SumRow>
			<div className="col-span-2 my-1 border-line border-t" />
			<SumRow term={<strong className="font-[580] text-ink">{t("arrives")}</strong>}>
				<strong className="font-[580]">{preview.arrives ? money(preview.arrives) : t("feeTooLarge")}</strong>
			</SumRow>
		</dl>
	);
}
