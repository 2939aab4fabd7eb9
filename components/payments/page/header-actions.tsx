"use client";
import { useTranslations } from "next-intl";
import { paymentPath } from "#components/payments/list-path.ts";
import { faultOf, stateCause } from "#components/payments/page/state-cause.ts";
import { subscriberNumber } from "#components/payments/payment-number.ts";
import { Button } from "#components/ui/button.tsx";
import { copyText } from "#components/ui/copy-button.tsx";
import { Icon } from "#components/ui/icon.tsx";
import { LinkButton } from "#components/ui/link-button.tsx";
import { toast } from "#components/ui/toast.tsx";
import { useErrorText } from "#components/ui/use-error-text.ts";
import { useRefetchingMutation } from "#components/ui/use-refetching-mutation.ts";
import type { EvidenceView } from "#lib/contracts/evidence.ts";
import type { Payment } from "#lib/contracts/payment.ts";
import { type Cause, causeMessage } from "#lib/failure-causes.ts";
import { minorOf, toPlainDigits } from "#lib/money.ts";
import { isInDoubt, moneyMoved } from "#lib/payment-state.ts";
import { checkPayment } from "#lib/queries/payments.ts";

interface HeaderActionsProps {
	payment: Payment;
	evidence: EvidenceView | undefined;
}

/** A payment without a planned check has no reference to ask the service about. */
export const mayCheck = ({ state, nextCheckAt }: Payment) => state !== "succeeded" && nextCheckAt !== null;

/** Offers no receipt of a paid payment: that button is below the state, where the cashier looks. */
export function HeaderActions({ payment, evidence }: HeaderActionsProps) {
	return (
		<>
			{moneyMoved(payment.state) === "maybe" ? <ReceiptLink payment={payment} /> : null}
			{mayCheck(payment) ? <CheckButton payment={payment} /> : null}
			{isInDoubt(payment.state) ? (
				<SupportButton payment={payment} keyFingerprint={evidence?.keyFingerprint ?? null} />
			) : null}
		</>
	);
}

/** Links to the page for printing, called a receipt only if money definitely moved. A payment that moved no money has no such page. */
export function ReceiptLink({ payment }: { payment: Payment }) {
	const t = useTranslations("payments");
	const text = moneyMoved(payment.state) === "maybe" ? t("openPaper") : t("receipt");
	return <LinkButton href={`${paymentPath(payment)}/receipt`}>{text}</LinkButton>;
}

function CheckButton({ payment: { kind, id } }: { payment: Payment }) {
	const t = useTranslations("payments");
	const errorText = useErrorText();
	const check = useRefetchingMutation({ mutationFn: () => checkPayment(kind, id) });
	return (
		<div className="grid justify-items-end gap-1 max-sm:w-full max-sm:justify-items-stretch">
			<Button busy={check.isPending} onClick={() => check.mutate()}>
				<Icon name="refresh-cw" />
				{t("checkNow")}
			</Button>
			{check.isError ? (
				<p role="alert" className="max-w-[22rem] text-right text-danger text-xs">
					{t("checkFailed", { fault: errorText(check.error) })}
				</p>
			) : null}
		</div>
	);
}

interface SupportButtonProps {
	payment: Payment;
	/** The fingerprint of the key that sent the payment; null until loaded. */
	keyFingerprint: string | null;
}

function SupportButton({ payment, keyFingerprint }: SupportButtonProps) {
	const t = useTranslations("payments");
	const texts = useTranslations("payments.support");
	const causes = useTranslations("causes");
	function copy() {
		const causeText = (cause: Cause) => {
			const { key, status } = causeMessage(cause);
			return causes(key, { status });
		};
		const text = supportText(payment, keyFingerprint, (key, values) => texts(key, values), causeText);
		void copyText(text).then(
			() => toast(t("supportCopied")),
			() => toast(t("supportNotCopied"), "danger"),
		);
	}
	return (
		<Button onClick={copy}>
			<Icon name="copy" />
			{t("supportText")}
		</Button>
	);
}

type SupportTexts = (key: string, values?: Record<string, string>) => string;

function referenceText({ reference, hintReference }: Payment, texts: SupportTexts): string {
	if (reference) return texts("reference", { reference });
	return hintReference ? texts("named", { reference: hintReference }) : texts("hint");
}

/**
 * `texts` returns the line for a key of `payments.support`, `causes` the text of a cause.
 * The text contains the key's fingerprint, never the key.
 */
export function supportText(
	payment: Payment,
	keyFingerprint: string | null,
	texts: SupportTexts,
	causes: (cause: Cause) => string,
): string {
	const amount = toPlainDigits(minorOf(payment.amount));
	const event = stateCause(payment);
	const fault = event ? faultOf(event) : null;
	const happened = fault?.words ?? (fault?.cause ? causes(fault.cause) : event?.note);
	const who = payment.kind === "deposit" ? "payer" : "destination";
	return [
		texts("lead"),
		"",
		texts("amount", { amount: `${amount} ${payment.currency}` }),
		texts(who, { number: subscriberNumber(payment) }),
		texts("operator", { operator: `${payment.operatorName} (${payment.operator}, ${payment.country})` }),
		...(payment.sentAt ? [texts("sent", { time: payment.sentAt })] : []),
		...(happened ? [texts("said", { happened })] : []),
		texts("ours", { id: payment.id }),
		...(payment.opaqueId === payment.id ? [] : [texts("opaque", { id: payment.opaqueId })]),
		...(keyFingerprint ? [texts("key", { fingerprint: keyFingerprint })] : []),
		"",
		referenceText(payment, texts),
	].join("\n");
}
