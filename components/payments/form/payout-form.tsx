"use client";
import { useQuery } from "@tanstack/react-query";
import { useLocale, useTranslations } from "next-intl";
import { useRef, useState } from "react";
import { useWatch } from "react-hook-form";
import { DraftFields } from "#components/payments/form/draft-fields.tsx";
import { FormFrame, FormProblem, RestoredNote } from "#components/payments/form/form-frame.tsx";
import { KnownRecipient } from "#components/payments/form/known-recipient.tsx";
import { PayoutReview } from "#components/payments/form/payout-review.tsx";
import { isNumberBlocked, PayoutSummary } from "#components/payments/form/payout-summary.tsx";
import { PhoneField } from "#components/payments/form/phone-field.tsx";
import { type PaymentFormSetting, usePaymentForm, useSendPayment } from "#components/payments/form/use-payment-form.ts";
import { usePayoutPreview, useUsualOperator } from "#components/payments/form/use-previews.ts";
import type { PaymentDraft } from "#components/payments/payment-draft.ts";
import { KnownNumber, SimilarPayoutsNote } from "#components/payments/payout-warnings.tsx";
import { type DraftText, useDraftText } from "#components/payments/use-draft-text.ts";
import { ReadyButton } from "#components/ui/fields/ready-button.tsx";
import { LinkButton } from "#components/ui/link-button.tsx";
import { ReadFault } from "#components/ui/page/read-fault.tsx";
import { Time } from "#components/ui/time.tsx";
import { toast } from "#components/ui/toast.tsx";
import { moneyText } from "#lib/amounts/money-text.ts";
import { ApiError } from "#lib/api.ts";
import type { PayoutPreview } from "#lib/contracts/payment.ts";
import { minorOf } from "#lib/money.ts";
import type { PaymentState } from "#lib/payment-state.ts";
import { formatPhone } from "#lib/phone.ts";
import { walletQueries } from "#lib/queries/wallets.ts";

export function PayoutForm(props: Omit<PaymentFormSetting, "kind">) {
	const t = useTranslations("payouts");
	const shared = useTranslations("payments.form");
	const locale = useLocale();
	const setting = { kind: "payout" as const, ...props };
	const { choices, correction, again } = setting;
	const drawn = usePaymentForm(setting);
	const { form } = drawn;
	const [isChosenByHand, setChosenByHand] = useState((correction ?? again) !== undefined);
	const brought = useRef("");
	const [reviewed, setReviewed] = useState<PaymentDraft | null>(null);
	const { send, isBusy, error, lost, forgetRefusal } = useSendPayment(setting, drawn, {
		// When the server finds a fault in a field, the review closes and the fields are shown again.
		onFieldFaults: () => setReviewed(null),
		onAnother: ({ state, amount, currency, destination }) => {
			setReviewed(null);
			setChosenByHand(false);
			const number = formatPhone(destination ?? "");
			toast(t(doneText(state), { amount: moneyText(amount, currency, locale), number }));
		},
	});
	const draftText = useDraftText(form.control, choices);
	const note = useWatch({ control: form.control, name: "note" });
	const isSettled = isChosenByHand || drawn.isNumberRestored;
	const usual = useUsualOperator(isSettled ? null : draftText.e164);
	const { preview, query } = usePayoutPreview(draftText, note, correction?.id);
	const limitFault = useLimitFault(preview, form.formState.errors.amount?.message, error);
	const listHref = correction ? `/payouts/${correction.id}` : "/payouts";
	if (reviewed) {
		return (
			<PayoutReview
				draftText={draftText}
				note={reviewed.note}
				preview={preview}
				previewFault={query.errorUpdateCount > 0 ? <ReadFault query={query} /> : null}
				error={error}
				lost={lost}
				isCorrection={correction !== undefined}
				isBusy={isBusy}
				problem={<FormProblem error={error} listHref={listHref} isCorrection={correction !== undefined} />}
				onSend={(how) => send({ draft: reviewed, ...how })}
				onChange={() => {
					forgetRefusal();
					setReviewed(null);
				}}
			/>
		);
	}
	return (
		<FormFrame
			onSubmit={async () => {
				const isBlocked = isNumberBlocked(preview);
				if (isBlocked) form.setError("phone", { type: "fault", message: "number_blocked" });
				return limitFault === null && !isBlocked && (await drawn.submit(setReviewed));
			}}
			fields={
				<>
					<RestoredNote drawn={drawn} />
					<KnownRecipient {...{ form, choices, brought }} onPicked={setChosenByHand} />
					<PhoneField label={t("phone")} form={form} choices={choices} isChosenByHand={isSettled} usual={usual} />
					<DraftFields
						control={form.control}
						choices={choices}
						onOperatorChosen={() => setChosenByHand(true)}
						amountHint={<AvailableHint draftText={draftText} />}
						limitFault={limitFault}
						note={{ label: shared("purpose"), hint: t("purposeHint") }}
					/>
				</>
			}
			summary={
				<PayoutSummary draftText={draftText} preview={preview}>
					<KnownNumber number={preview?.number ?? null} />
					<DuplicateHint count={preview?.duplicates.length ?? 0} />
					<SimilarPayoutsNote alike={preview?.alike} className="mt-3" />
				</PayoutSummary>
			}
			actions={
				<div className="flex flex-wrap gap-2">
					<ReadyButton type="submit" variant="primary" size="lg" className="max-sm:w-full">
						{t("review")}
					</ReadyButton>
					<LinkButton href={listHref} size="lg" className="max-sm:flex-1">
						{shared("cancel")}
					</LinkButton>
				</div>
			}
		/>
	);
}

/** A payout that nobody approves is sent, not requested. */
export function doneText(state: PaymentState): "requestedOne" | "sendingOne" {
	return state === "awaiting_approval" ? "requestedOne" : "sendingOne";
}

/** The text of an exceeded limit, from the preview or, until there is one, from the server's refusal; null without one. */
function useLimitFault(preview: PayoutPreview | undefined, fault: string | undefined, error: unknown): string | null {
	const t = useTranslations("payments.limit");
	const locale = useLocale();
	const refused = fault?.startsWith("limit_") && error instanceof ApiError ? error.limit : null;
	const broken = preview ? preview.broken : refused;
	if (!broken) return null;
	const money = (amount: string) => moneyText(amount, broken.currency, locale);
	return t(broken.kind, { limit: money(broken.limit), used: money(broken.used), left: money(broken.left) });
}

function DuplicateHint({ count }: { count: number }) {
	const t = useTranslations("payments.duplicate");
	if (count === 0) return null;
	return <p className="mt-3 border-l-[3px] border-l-warning pl-3 text-sm">{t("soft", { count })}</p>;
}

/** Shows the last balance reading. A low balance stops nothing here, because the desk reads the wallet again before it sends. */
function AvailableHint({ draftText }: { draftText: DraftText }) {
	const t = useTranslations("payments.form");
	const locale = useLocale();
	const wallets = useQuery(walletQueries.list());
	const currency = draftText.operator?.currency;
	const wallet = wallets.data?.items.find((item) => item.currency === currency)?.wallet;
	if (!wallet) return "\u00a0";
	const amount = moneyText(wallet.balance, wallet.currency, locale);
	const isTooMuch = draftText.decimal !== null && minorOf(draftText.decimal) > minorOf(wallet.balance);
	const at = () => <Time at={wallet.fetchedAt} as="asOf" />;
	return (
		<span className="tabular-nums">
			{isTooMuch ? t.rich("moreThanAvailable", { amount, at }) : t.rich("available", { amount, at })}
		</span>
	);
}
