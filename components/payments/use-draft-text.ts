"use client";
import { useLocale } from "next-intl";
import { type Control, useWatch } from "react-hook-form";
import type { OperatorChoice, PaymentDraft } from "#components/payments/payment-draft.ts";
import { moneyText } from "#lib/amounts/money-text.ts";
import { parsePayableAmount } from "#lib/amounts/payable-amount.ts";
import { toDecimal } from "#lib/money.ts";
import { parsePhone } from "#lib/parse-phone.ts";
import { formatPhone } from "#lib/phone.ts";

export interface DraftText {
	/** "120 000 XOF"; null while the typed text is no payable amount. */
	amount: string | null;
	/** "+225 05 03 45 67 89"; null while the typed text is no number. */
	number: string | null;
	/** "+2250503456789" */
	e164: string | null;
	operator: OperatorChoice | null;
	/** Two-decimal text of the amount, for comparisons. */
	decimal: string | null;
}

/** The form's values as text. Uses no zod, which is loaded only later. */
export function useDraftText(control: Control<PaymentDraft>, choices: readonly OperatorChoice[]): DraftText {
	const locale = useLocale();
	const { phone, country, operator: code, amount } = useWatch({ control }) as PaymentDraft;
	const operator = choices.find((choice) => choice.code === code) ?? null;
	const parsed = parsePhone(phone, country || null);
	const payable = operator ? parsePayableAmount(amount.replace(/\.$/, ""), operator.currency) : null;
	const decimal = payable && "amountMinor" in payable ? toDecimal(payable.amountMinor) : null;
	return {
		amount: decimal && operator ? moneyText(decimal, operator.currency, locale) : null,
		number: "fault" in parsed ? null : formatPhone(parsed.e164),
		e164: "fault" in parsed ? null : parsed.e164,
		operator,
		decimal,
	};
}
