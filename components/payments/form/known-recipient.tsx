"use client";
import { useTranslations } from "next-intl";
import { lazy, Suspense } from "react";
import type { UseFormReturn } from "react-hook-form";
import { operatorFor } from "#components/payments/form/operator-choice.ts";
import type { OperatorChoice, PaymentDraft } from "#components/payments/payment-draft.ts";
import { Field } from "#components/ui/fields/field.tsx";
import { TextInput } from "#components/ui/fields/text-input.tsx";
import { useHydrated } from "#components/ui/use-hydrated.ts";
import type { Recipient } from "#lib/contracts/recipient.ts";
import { nationalPart } from "#lib/phone.ts";

const RecipientField = lazy(() => import("#components/payments/form/recipient-field.tsx"));

interface KnownRecipientProps {
	form: Pick<UseFormReturn<PaymentDraft>, "setValue" | "getValues" | "clearErrors">;
	choices: readonly OperatorChoice[];
	onPicked: (hasOperator: boolean) => void;
}

/** Number, country, operator and purpose come from the book; each stays open to change. */
export function KnownRecipient({ form, choices, onPicked }: KnownRecipientProps) {
	const t = useTranslations("payments.form");
	// Drawn by the browser alone: the server sends the page in one piece.
	const isReady = useHydrated();
	const fill = ({ number, country, operator, purpose }: Recipient) => {
		form.setValue("country", country);
		form.setValue("phone", nationalPart(number));
		form.setValue("operator", operator ?? operatorFor(form.getValues(), false, choices));
		if (purpose && !form.getValues("note")) form.setValue("note", purpose);
		form.clearErrors();
		onPicked(operator !== null);
	};
	const placeholder = (
		<Field label={t("recipient")} optional hint={t("recipientHint")}>
			<TextInput disabled className="h-11!" />
		</Field>
	);
	if (!isReady) return placeholder;
	return (
		<Suspense fallback={placeholder}>
			<RecipientField onPick={fill} />
		</Suspense>
	);
}
