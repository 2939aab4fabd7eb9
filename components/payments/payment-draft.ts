/** What a person has typed into a payment's form, and how it becomes a request. Pure: the form and its tests share it. */
import type { z } from "zod";
import { plainAmount } from "#components/payments/amount-text.ts";
import type { Operator } from "#lib/contracts/operator.ts";
import type { DepositRequest, PayoutRequest } from "#lib/contracts/payment.ts";
import { depositRequestSchema, payoutRequestSchema } from "#lib/contracts/payment.ts";
import { findCountry } from "#lib/countries.ts";
import type { PaymentKind } from "#lib/payment-state.ts";
import { parsePhone } from "#lib/phone.ts";

export interface PaymentDraft {
	/** As typed, national or international. */
	phone: string;
	/** ISO code; "" before one is known. */
	country: string;
	/** Operator code; "" before one is chosen. */
	operator: string;
	amount: string;
	currency: string;
	note: string;
}
export type DraftField = keyof PaymentDraft;
export type DraftFaults = Partial<Record<DraftField, string>>;

/** What the form needs of an operator: less than the whole travels to the browser. */
export type OperatorChoice = Pick<Operator, "code" | "name" | "country" | "currency" | "flow" | "prefixes" | "enabled">;

export const EMPTY_DRAFT: PaymentDraft = { phone: "", country: "", operator: "", amount: "", currency: "", note: "" };

/** Wallets that a payment in this country can touch, the operator's own currency first. */
export function currenciesFor(
	choice: Pick<OperatorChoice, "country" | "currency">,
	wallets: readonly string[],
): string[] {
	const all = new Set([choice.currency, ...(findCountry(choice.country)?.currencies ?? [])]);
	return [...all].filter((currency) => wallets.includes(currency));
}

/** Operators that one of our wallets can work with; the others would only be refused later. */
export function usableOperators<T extends Pick<Operator, "country" | "currency" | "enabled">>(
	operators: readonly T[],
	wallets: readonly string[],
): T[] {
	return operators.filter((operator) => operator.enabled && currenciesFor(operator, wallets).length > 0);
}

export type DraftResult<Request> = { request: Request } | { faults: DraftFaults };

export function readDepositDraft(draft: PaymentDraft, locale: string): DraftResult<DepositRequest> {
	const { number, country, ...facts } = sharedFacts(draft, locale);
	return checked(draft, depositRequestSchema, { ...facts, country, phoneNumber: number, ...noteAs("note", draft) });
}

export function readPayoutDraft(draft: PaymentDraft, locale: string): DraftResult<PayoutRequest> {
	const { number, country, ...facts } = sharedFacts(draft, locale);
	const note = noteAs("note", draft);
	return checked(draft, payoutRequestSchema, {
		...facts,
		country,
		destination: number,
		...("note" in note ? { metadata: note } : {}),
	});
}

function sharedFacts(draft: PaymentDraft, locale: string) {
	const phone = parsePhone(draft.phone, draft.country || null);
	return {
		amount: plainAmount(draft.amount, locale),
		currency: draft.currency,
		operator: draft.operator,
		country: "fault" in phone ? draft.country : phone.country,
		number: "fault" in phone ? "" : phone.e164,
	};
}

function noteAs(name: "note", draft: PaymentDraft): { note?: string } {
	return draft.note.trim() ? { [name]: draft.note } : {};
}

/** Faults that people can act on first; the contract, shared with the route, has the last word. */
function checked<S extends z.ZodType>(draft: PaymentDraft, schema: S, input: unknown): DraftResult<z.output<S>> {
	const faults: DraftFaults = {};
	for (const field of ["phone", "operator", "amount", "currency"] as const) {
		if (!draft[field].trim()) faults[field] = "required";
	}
	const phone = parsePhone(draft.phone, draft.country || null);
	if ("fault" in phone) faults.phone ??= phone.fault;
	const result = schema.safeParse(input);
	if (!result.success) {
		for (const issue of result.error.issues) {
			const field = draftField(issue.path.join("."));
			if (field) faults[field] ??= issue.code === "custom" ? issue.message : "invalid";
		}
	}
	return result.success && Object.keys(faults).length === 0 ? { request: result.data } : { faults };
}

const FIELD_OF_PATH: Record<string, DraftField> = {
	phoneNumber: "phone",
	destination: "phone",
	country: "phone",
	operator: "operator",
	amount: "amount",
	currency: "currency",
	note: "note",
	"metadata.note": "note",
};

/** The field that shows a fault of the request, whether it comes from the contract or from the route. */
export function draftField(path: string): DraftField | null {
	return FIELD_OF_PATH[path] ?? null;
}

/** The kind's reader: one form serves both. */
export const READERS = { deposit: readDepositDraft, payout: readPayoutDraft } as const satisfies Record<
	PaymentKind,
	unknown
>;
