"use client";
import { Copy } from "lucide-react";
import { useTranslations } from "next-intl";
import { supportText } from "#components/payments/support-text.ts";
import { Button } from "#components/ui/button.tsx";
import { toast } from "#components/ui/toast.tsx";
import type { Payment } from "#lib/contracts/payment.ts";

export function SupportButton({ payment }: { payment: Payment }) {
	const t = useTranslations("payments");
	const words = useTranslations("payments.support");
	async function copy() {
		await navigator.clipboard.writeText(supportText(payment, (key, values) => words(key, values)));
		toast(t("supportCopied"));
	}
	return (
		<Button onClick={() => void copy()}>
			<Copy aria-hidden="true" />
			{t("supportText")}
		</Button>
	);
}
