"use client";
import { useTranslations } from "next-intl";
import { lazy, Suspense } from "react";
import type { UseFormReturn } from "react-hook-form";
import type { PaymentDraft } from "#components/payments/payment-draft.ts";
import { Field } from "#components/ui/fields/field.tsx";
import { TextInput } from "#components/ui/fields/text-input.tsx";
import type { Recipient } from "#lib/contracts/recipient.ts";
import { nationalPart } from "#lib/phone.ts";

const RecipientField = lazy(() => import("#components/payments/form/recipient-field.tsx"));

interface KnownRecipientProps {
	form: Pick<UseFormReturn<PaymentDraft>, "setValue" | "getValues" | "clearErrors">;
	onPicked: (hasOperator: boolean) => void;
}

/** Number, country, operator and purpose come from the book; each stays open to change. */
export function KnownRecipient({ form, onPicked }: KnownRecipientProps) {
	const t = useTranslations("payments.form");
	const fill = ({ number, country, operator, purpose }: Recipient) => {
		form.setValue("country", country);
		form.setValue("phone", nationalPart(number));
		if (operator) form.setValue("operator", operator);
		if (purpose && !form.getValues("note")) form.setValue("note", purpose);
		form.clearErrors();
		onPicked(operator !== null);
	};
	return (
		<Suspense
			fallback={
				<Field label={t("recipient")} optional hint={t("recipientHint")}>
					<TextInput disabled className="h-11!" />
				</Field>
			}
		>
			<RecipientField onPick={fill} />
		</Suspense>
	);
}
