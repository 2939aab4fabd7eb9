"use client";
import { useTranslations } from "next-intl";
import { faultOf, stateCause } from "#components/payments/page/state-cause.ts";
import { subscriberNumber } from "#components/payments/payment-number.ts";
import { Button } from "#components/ui/button.tsx";
import { Icon } from "#components/ui/icon.tsx";
import { toast } from "#components/ui/toast.tsx";
import { type Cause, causeMessage } from "#lib/causes.ts";
import type { Payment } from "#lib/contracts/payment.ts";
import { minorOf, toWireNumber } from "#lib/money.ts";

interface SupportButtonProps {
	payment: Payment;
	/** The key that sent it; null until loaded. */
	keyFingerprint: string | null;
}

export function SupportButton({ payment, keyFingerprint }: SupportButtonProps) {
	const t = useTranslations("payments");
	const texts = useTranslations("payments.support");
	const causes = useTranslations("causes");
	async function copy() {
		const told = (cause: Cause) => {
			const { key, status } = causeMessage(cause);
			return causes(key, { status });
		};
		const text = supportText(payment, keyFingerprint, (key, values) => texts(key, values), told);
		await navigator.clipboard.writeText(text);
		toast(t("supportCopied"));
	}
	return (
		<Button onClick={() => void copy()}>
			<Icon name="copy" />
			{t("supportText")}
		</Button>
	);
}

/**
 * `words` returns the line for a key of `payments.support`, `causes` the text of a cause. Contains the key's fingerprint, never
 * the key.
 */
export function supportText(
	payment: Payment,
	keyFingerprint: string | null,
	texts: (key: string, values?: Record<string, string>) => string,
	causes: (cause: Cause) => string,
): string {
	const amount = toWireNumber(minorOf(payment.amount));
	const event = stateCause(payment);
	const fault = event ? faultOf(event) : null;
	const said = fault?.words ?? (fault?.cause ? causes(fault.cause) : event?.note);
	const who = payment.kind === "deposit" ? "payer" : "destination";
	return [
		texts("lead"),
		"",
		texts("amount", { amount: `${amount} ${payment.currency}` }),
		texts(who, { number: subscriberNumber(payment) }),
		texts("operator", { operator: `${payment.operatorName} (${payment.operator}, ${payment.country})` }),
		...(payment.sentAt ? [texts("sent", { time: payment.sentAt })] : []),
		...(said ? [texts("said", { happened: said })] : []),
		texts("ours", { id: payment.id }),
		...(payment.opaqueId === payment.id ? [] : [texts("opaque", { id: payment.opaqueId })]),
		...(keyFingerprint ? [texts("key", { fingerprint: keyFingerprint })] : []),
		"",
		payment.reference ? texts("reference", { reference: payment.reference }) : texts("hint"),
	].join("\n");
}
