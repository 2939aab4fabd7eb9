/** Flattens event details for the audit log: codes and values, never sentences. Pure. */
import type { CorrectedFact, EventDetails } from "#lib/contracts/payment-event.ts";
import { minorOf, toShownDecimal } from "#lib/money.ts";

export function recordedDetails(details: Partial<EventDetails>): Record<string, string> {
	const recorded: Record<string, string> = {};
	for (const [key, value] of Object.entries(details)) {
		const text = textOf(value);
		if (text !== "") recorded[key] = text;
	}
	return recorded;
}

function textOf(value: unknown): string {
	if (value === null || value === undefined) return "";
	if (Array.isArray(value)) return value.map(textOf).join(value.every(isChange) ? " · " : ", ");
	if (isChange(value)) return `${signOf(value, value.from)} → ${signOf(value, value.to)}`;
	if (isCount(value)) return `${value.given}/${value.needed}`;
	return String(value);
}

/** The audit log has no language: an amount is written with its currency code, and a dash stands for "no value". */
function signOf(change: CorrectedFact, text: string | null): string {
	if (text === null) return "–";
	return change.field === "amount" ? moneySign(text, change.currency) : text;
}

function moneySign(amount: string, currency: string): string {
	return `${toShownDecimal(minorOf(amount), currency)} ${currency}`;
}

function isChange(value: unknown): value is CorrectedFact {
	return typeof value === "object" && value !== null && "from" in value && "to" in value;
}

function isCount(value: unknown): value is { given: number; needed: number } {
	return typeof value === "object" && value !== null && "given" in value && "needed" in value;
}
