/** Faults that the route found, at the field that shows them. Pure; apart from the draft's reader, which brings zod along. */
import { ApiError } from "#lib/api.ts";

/** What a person types; `payment-draft` tells how each becomes part of a request. */
export type DraftField = "phone" | "country" | "operator" | "amount" | "note";

const FIELD_OF_PATH: Record<string, DraftField> = {
	phoneNumber: "phone",
	destination: "phone",
	country: "phone",
	operator: "operator",
	currency: "operator",
	amount: "amount",
	note: "note",
	metadata: "note",
	"metadata.note": "note",
};

/** The field that shows a fault of the request, whether it comes from the contract or from the route. */
export function draftField(path: string): DraftField | null {
	return FIELD_OF_PATH[path] ?? null;
}

export function draftFaults(error: unknown): [DraftField, string][] {
	if (!(error instanceof ApiError)) return [];
	return Object.entries(error.fields).flatMap(([path, fault]) => {
		const field = draftField(path);
		return field ? [[field, fault] as [DraftField, string]] : [];
	});
}
