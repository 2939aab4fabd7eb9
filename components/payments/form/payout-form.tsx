"use client";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { AmountField } from "#components/payments/form/amount-field.tsx";
import { FormFrame } from "#components/payments/form/form-frame.tsx";
import { FormProblem } from "#components/payments/form/form-problem.tsx";
import { NoteField } from "#components/payments/form/note-field.tsx";
import { OperatorField } from "#components/payments/form/operator-field.tsx";
import { PayoutReview } from "#components/payments/form/payout-review.tsx";
import { PayoutSummary } from "#components/payments/form/payout-summary.tsx";
import { PhoneField } from "#components/payments/form/phone-field.tsx";
import { submitDraft } from "#components/payments/form/submit-draft.ts";
import { type PaymentFormSetting, usePaymentForm, useSendPayment } from "#components/payments/form/use-payment-form.ts";
import type { PaymentDraft } from "#components/payments/payment-draft.ts";
import { AvailableHint } from "#components/payments/preview/available-hint.tsx";
import { DuplicateHint } from "#components/payments/preview/duplicate-hint.tsx";
import { useLimitText } from "#components/payments/preview/use-limit-text.ts";
import { usePayoutPreview } from "#components/payments/preview/use-payout-preview.ts";
import { WalletOutlook } from "#components/payments/preview/wallet-outlook.tsx";
import { useDraftText } from "#components/payments/use-draft-text.ts";
import { Button } from "#components/ui/button.tsx";
import { LinkButton } from "#components/ui/link-button.tsx";
import { useHydrated } from "#components/ui/use-hydrated.ts";
import { ApiError } from "#lib/api.ts";
import type { PayoutPreview } from "#lib/contracts/payment.ts";

type PayoutFormProps = Omit<PaymentFormSetting, "kind">;

/** Money that leaves: filled in, read once more in words, then asked for; also what still waits and is corrected. */
export function PayoutForm(props: PayoutFormProps) {
	const t = useTranslations("payouts");
	const shared = useTranslations("payments.form");
	const setting = { kind: "payout" as const, ...props };
	const { choices, correction } = setting;
	const drawn = usePaymentForm(setting);
	const { form } = drawn;
	const isReady = useHydrated();
	const [isChosenByHand, setChosenByHand] = useState(correction !== undefined);
	const [reviewed, setReviewed] = useState<PaymentDraft | null>(null);
	// A fault that the route found stands at a field: back to the fields.
	const { send, isBusy, error } = useSendPayment(setting, drawn, () => setReviewed(null));
	const draftText = useDraftText(form.control, choices);
	const preview = usePayoutPreview(draftText, correction?.id);
	const limitFault = useLimitFault(preview, form.formState.errors.amount?.message, error);
	const listHref = correction ? `/payouts/${correction.id}` : "/payouts";
	if (reviewed) {
		return (
			<PayoutReview
				draftText={draftText}
				note={reviewed.note}
				preview={preview}
				error={error}
				isCorrection={correction !== undefined}
				isBusy={isBusy}
				problem={<FormProblem error={error} listHref={listHref} />}
				onSend={(duplicate) => send(reviewed, duplicate)}
				onChange={() => setReviewed(null)}
			/>
		);
	}
	return (
		<FormFrame
			onSubmit={async () => limitFault === null && (await submitDraft(form, setReviewed))}
			fields={
				<>
					<PhoneField label={t("phone")} form={form} choices={choices} isChosenByHand={isChosenByHand} />
					<OperatorField control={form.control} choices={choices} onChosen={() => setChosenByHand(true)} />
					<AmountField
						control={form.control}
						choices={choices}
						hint={<AvailableHint draftText={draftText} />}
						limitFault={limitFault}
					/>
					<NoteField control={form.control} label={shared("purpose")} hint={t("purposeHint")} />
				</>
			}
			summary={
				<>
					<PayoutSummary draftText={draftText} approvers={preview?.approvers} />
					<DuplicateHint count={preview?.duplicates.length ?? 0} />
					{preview?.balance && draftText.decimal && draftText.operator ? (
						<WalletOutlook
							balance={preview.balance}
							amount={draftText.decimal}
							fee={preview.expectedFee}
							currency={draftText.operator.currency}
						/>
					) : null}
				</>
			}
			actions={
				<div className="flex flex-wrap gap-2">
					<Button type="submit" variant="primary" size="lg" disabled={!isReady} className="max-sm:w-full">
						{t("review")}
					</Button>
					<LinkButton href={listHref} size="lg" className="max-sm:flex-1">
						{shared("cancel")}
					</LinkButton>
					{drawn.isRestored ? (
						<Button variant="ghost" size="lg" onClick={drawn.startAnew}>
							{shared("startAnew")}
						</Button>
					) : null}
				</div>
			}
		/>
	);
}

/** While it is typed by the preview, after a refusal by what the route said; gone with another amount. */
function useLimitFault(preview: PayoutPreview | undefined, fault: string | undefined, error: unknown): string | null {
	const textOf = useLimitText();
	if (preview) return preview.broken ? textOf(preview.broken) : null;
	if (!fault?.startsWith("limit_") || !(error instanceof ApiError) || !error.limit) return null;
	return textOf(error.limit);
}
