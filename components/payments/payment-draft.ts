import type { z } from "zod";
import { type DraftField, draftField } from "#components/payments/request-faults.ts";
import type { Operator } from "#lib/contracts/operator.ts";
import {
	type DepositRequest,
	depositRequestSchema,
	type PayoutRequest,
	payoutRequestSchema,
} from "#lib/contracts/payment-request.ts";
import { fieldFaults } from "#lib/field-faults.ts";
import { parsePhone } from "#lib/parse-phone.ts";
import type { PaymentKind } from "#lib/payment-state.ts";
import { typedText } from "#lib/text/typed-text.ts";

export interface PaymentDraft extends Record<DraftField, string> {
	/** As typed, national or international. */
	phone: string;
	/** ISO code; "" before one is known. */
	country: string;
	/** Operator code; "" before one is chosen. The payment uses its currency. */
	operator: string;
	/** Plain decimal text from the amount field; may still end in a point. */
	amount: string;
	note: string;
}
type DraftFaults = Partial<Record<DraftField, string>>;

/** The fields that a form needs, so that the browser does not load the whole operator. */
export type OperatorChoice = Pick<Operator, "code" | "name" | "country" | "currency" | "flow" | "prefixes" | "enabled">;

export type DraftResult<Request> = { request: Request } | { faults: DraftFaults };

export function readDepositDraft(draft: PaymentDraft, choices: readonly OperatorChoice[]): DraftResult<DepositRequest> {
	const { number, ...facts } = sharedFacts(draft, choices);
	const note = typedText(draft.note);
	return checked(draft, choices, depositRequestSchema, { ...facts, phoneNumber: number, ...(note ? { note } : {}) });
}

export function readPayoutDraft(draft: PaymentDraft, choices: readonly OperatorChoice[]): DraftResult<PayoutRequest> {
	const { number, ...facts } = sharedFacts(draft, choices);
	const note = typedText(draft.note);
	const input = { ...facts, destination: number, ...(note ? { metadata: { note } } : {}) };
	return checked(draft, choices, payoutRequestSchema, input);
}

export const READERS = { deposit: readDepositDraft, payout: readPayoutDraft } as const satisfies Record<
	PaymentKind,
	unknown
>;

function sharedFacts(draft: PaymentDraft, choices: readonly OperatorChoice[]) {
	const phone = parsePhone(draft.phone, draft.country || null);
	const operator = choices.find((choice) => choice.code === draft.operator);
	return {
		amount: typedText(draft.amount).replace(/\.$/, ""),
		currency: operator?.currency ?? "",
		operator: draft.operator,
		country: "fault" in phone ? draft.country : phone.country,
		number: "fault" in phone ? "" : phone.e164,
	};
}

/** Checks first what people can correct in the form, then the contract that the server also uses. */
function checked<S extends z.ZodType>(
	draft: PaymentDraft,
	choices: readonly OperatorChoice[],
	schema: S,
	input: unknown,
): DraftResult<z.output<S>> {
	const faults = ownFaults(draft, choices);
	const result = schema.safeParse(input);
	if (!result.success) {
		for (const [path, fault] of Object.entries(fieldFaults(result.error.issues))) {
			const field = draftField(path);
			if (field) faults[field] ??= fault;
		}
	}
	return result.success && Object.keys(faults).length === 0 ? { request: result.data } : { faults };
}

function ownFaults(draft: PaymentDraft, choices: readonly OperatorChoice[]): DraftFaults {
	const faults: DraftFaults = {};
	for (const field of ["phone", "operator", "amount"] as const) {
		if (!typedText(draft[field])) faults[field] = "required";
	}
	const phone = parsePhone(draft.phone, draft.country || null);
	if ("fault" in phone) faults.phone ??= phone.fault;
	else if (!choices.some((choice) => choice.country === phone.country)) faults.phone = "country_not_served";
	else if (choices.find((choice) => choice.code === draft.operator)?.country !== phone.country)
		faults.operator ??= "other_country";
	return faults;
}
