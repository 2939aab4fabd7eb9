"use client";
import { Copy } from "lucide-react";
import { useTranslations } from "next-intl";
import { supportText } from "#components/payments/page/support-text.ts";
import { Button } from "#components/ui/button.tsx";
import { toast } from "#components/ui/toast.tsx";
import { type Cause, causeMessage } from "#lib/causes.ts";
import type { Payment } from "#lib/contracts/payment.ts";

interface SupportButtonProps {
	payment: Payment;
	/** Of the key it was sent with; null while it is not read yet. */
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
			<Copy aria-hidden="true" />
			{t("supportText")}
		</Button>
	);
}
