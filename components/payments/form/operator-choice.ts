import type { OperatorChoice, PaymentDraft } from "#components/payments/payment-draft.ts";
import type { Operator } from "#lib/contracts/operator.ts";
import { fitsNumber, suggestOperator } from "#lib/operator-options.ts";
import { parsePhone } from "#lib/parse-phone.ts";
import { nationalPart } from "#lib/phone.ts";

/** Returns the enabled operators whose currency has a wallet: the server refuses payments with any other. */
export function usableOperators(operators: readonly Operator[], wallets: readonly string[]): OperatorChoice[] {
	return operators
		.filter((operator) => operator.enabled && wallets.includes(operator.currency))
		.map(({ code, name, country, currency, flow, prefixes, enabled }) => ({
			code,
			name,
			country,
			currency,
			flow,
			prefixes,
			enabled,
		}));
}

export function servedCountries(choices: readonly OperatorChoice[]): string[] {
	return [...new Set(choices.map((choice) => choice.country))];
}

/** A number and its usual operator: the one in the book, else the one of earlier payouts. */
export interface NumberOperator {
	e164: string;
	operator: string;
}

export function isUsual(usual: NumberOperator | null, e164: string, operator: string): boolean {
	return usual?.e164 === e164 && usual.operator === operator;
}

/**
 * The operator after a change of number or country: the current one if it fits the country, and a person chose it or the number is invalid;
 * else, in this order, the usual one, the prefix's suggestion, the current one if it fits the number, the country's only one, "".
 */
export function operatorFor(
	draft: Pick<PaymentDraft, "phone" | "country" | "operator">,
	chosenByHand: boolean,
	choices: readonly OperatorChoice[],
	usual: NumberOperator | null = null,
): string {
	const phone = parsePhone(draft.phone, draft.country || null);
	const country = "fault" in phone ? draft.country : phone.country;
	const here = choices.filter((choice) => choice.country === country);
	const current = here.find((choice) => choice.code === draft.operator);
	if (current && (chosenByHand || "fault" in phone)) return current.code;
	const known = "fault" in phone ? undefined : here.find((choice) => isUsual(usual, phone.e164, choice.code));
	if (known) return known.code;
	const suggested = "fault" in phone ? null : suggestOperator(phone.e164, here);
	const fitting = current && !("fault" in phone) && fitsNumber(current, phone.e164) ? current : null;
	return suggested?.code ?? fitting?.code ?? (here.length === 1 ? (here[0]?.code ?? "") : "");
}

/** Call when the number field is left: an international number selects its country, and only its national part stays. */
export function settlePhone(draft: Pick<PaymentDraft, "phone" | "country">): { phone: string; country: string } {
	const phone = parsePhone(draft.phone, draft.country || null);
	if ("fault" in phone) return { phone: draft.phone, country: draft.country };
	return { phone: nationalPart(phone.e164), country: phone.country };
}
