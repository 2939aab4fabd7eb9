/** Assigns a request's faults to the fields that show them. Separate from `payment-draft`, which imports zod. */
import { ApiError } from "#lib/api.ts";

/** The typed fields; `payment-draft` converts them to a request. */
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

/** The field that shows a fault of the request, from the contract or from the route. */
export function draftField(path: string): DraftField | null {
	return FIELD_OF_PATH[path] ?? null;
}

/** Without the desk's answer the payment may exist; submitting the same form again gives the same payment. */
export function isAnswerLost(error: unknown): boolean {
	return error instanceof ApiError && (error.code === "unreachable" || error.code === "database_away");
}

export function draftFaults(error: unknown): [DraftField, string][] {
	if (!(error instanceof ApiError)) return [];
	return Object.entries(error.fields).flatMap(([path, fault]) => {
		const field = draftField(path);
		return field ? [[field, fault] as [DraftField, string]] : [];
	});
}
