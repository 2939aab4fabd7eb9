"use client";
import { useTranslations } from "next-intl";
import { lazy, type RefObject, Suspense } from "react";
import { type UseFormReturn, useWatch } from "react-hook-form";
import { operatorFor } from "#components/payments/form/operator-choice.ts";
import type { OperatorChoice, PaymentDraft } from "#components/payments/payment-draft.ts";
import { Field } from "#components/ui/fields/field.tsx";
import { TextInput } from "#components/ui/fields/text-input.tsx";
import { loadWithRetries } from "#components/ui/load-on-demand.tsx";
import { useHydrated } from "#components/ui/use-hydrated.ts";
import type { Recipient } from "#lib/contracts/recipient.ts";
import { nationalPart } from "#lib/phone.ts";

const RecipientField = lazy(() => loadWithRetries(() => import("#components/payments/form/recipient-field.tsx")));

interface KnownRecipientProps {
	form: Pick<UseFormReturn<PaymentDraft>, "setValue" | "getValues" | "clearErrors" | "control">;
	choices: readonly OperatorChoice[];
	/** The purpose that the last pick filled in: the next pick may replace this text, but not one that a person typed. */
	brought: RefObject<string>;
	onPicked: (hasOperator: boolean) => void;
}

export function KnownRecipient({ form, choices, brought, onPicked }: KnownRecipientProps) {
	const t = useTranslations("payments.form");
	// Rendered only in the browser: on the server, a part that is loaded on demand would delay the page.
	const isReady = useHydrated();
	const phone = useWatch({ control: form.control, name: "phone" });
	const fill = ({ number, country, operator, purpose }: Recipient) => {
		form.setValue("country", country);
		form.setValue("phone", nationalPart(number));
		form.setValue("operator", operator ?? operatorFor(form.getValues(), false, choices));
		if (["", brought.current].includes(form.getValues("note"))) {
			brought.current = purpose ?? "";
			form.setValue("note", brought.current);
		}
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
			<RecipientField phone={phone} onPick={fill} />
		</Suspense>
	);
}
