"use client";
import { Copy } from "lucide-react";
import { useTranslations } from "next-intl";
import { supportText } from "#components/payments/page/support-text.ts";
import { Button } from "#components/ui/button.tsx";
import { toast } from "#components/ui/toast.tsx";
import type { Payment } from "#lib/contracts/payment.ts";

interface SupportButtonProps {
	payment: Payment;
	/** Of the key it was sent with; null while it is not read yet. */
	keyFingerprint: string | null;
}

export function SupportButton({ payment, keyFingerprint }: SupportButtonProps) {
	const t = useTranslations("payments");
	const words = useTranslations("payments.support");
	async function copy() {
		await navigator.clipboard.writeText(supportText(payment, keyFingerprint, (key, values) => words(key, values)));
		toast(t("supportCopied"));
	}
	return (
		<Button onClick={() => void copy()}>
			<Copy aria-hidden="true" />
			{t("supportText")}
		</Button>
	);
}
