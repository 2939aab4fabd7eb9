import { hash } from "node:crypto";
import type { PaymentKind } from "#lib/payment-state.ts";

/** Does not depend on the order of the fields. */
export function requestDigest(kind: PaymentKind, body: object): string {
	return digest([kind, sorted(body)]);
}

export interface BoundFacts {
	kind: PaymentKind;
	/** Decimal text with two places. */
	amount: string;
	currency: string;
	operator: string;
	country: string;
	phone_number: string;
}

/** An approval is bound to these facts: if one changes afterwards, nothing is sent. */
export function factsDigest(facts: BoundFacts): string {
	return digest([facts.kind, facts.amount, facts.currency, facts.operator, facts.country, facts.phone_number]);
}

function sorted(value: unknown): unknown {
	if (typeof value !== "object" || value === null) return value;
	const entries = Object.entries(value).filter(([, inner]) => inner !== undefined);
	return entries.sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, inner]) => [name, sorted(inner)]);
}

export function digest(value: unknown): string {
	return hash("sha256", JSON.stringify(value));
}
