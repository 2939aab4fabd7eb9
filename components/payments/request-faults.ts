/** Separate from `payment-draft`, because that file loads zod. */
import { ApiError } from "#lib/api.ts";

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

export function draftField(path: string): DraftField | null {
	return FIELD_OF_PATH[path] ?? null;
}

/** True when no answer came, or none in time, or the desk's database was down: the payment may exist. Resending the form gives the same payment. */
export function isAnswerLost(error: unknown): boolean {
	return error instanceof ApiError && ["unreachable", "database_away", "too_slow"].includes(error.code);
}

export function draftFaults(error: unknown): [DraftField, string][] {
	if (!(error instanceof ApiError)) return [];
	return Object.entries(error.fields).flatMap(([path, fault]) => {
		const field = draftField(path);
		return field ? [[field, fault] as [DraftField, string]] : [];
	});
}
