/** Parses the two request bodies. Amounts come from the digits of the JSON text, never through a float. */

import { parsePayableAmount } from "#lib/amounts/payable-amount.ts";
import type { Operator } from "#lib/contracts/operator.ts";
import { findCountry } from "#lib/countries.ts";
import { DEFAULT_OPERATORS } from "#lib/default-operators.ts";
import type { AmountMinor } from "#lib/money.ts";
import { parsePhone } from "#lib/parse-phone.ts";
import { isCurrency } from "#lib/paths.ts";

export interface StartRequest {
	amountMinor: AmountMinor;
	currency: string;
	operator: Operator;
	phoneNumber: string;
	opaqueId: string | null;
	metadata: string | null;
}

export type FieldErrors = Record<string, string[]>;
export type ParsedBody = { request: StartRequest } | { errors: FieldErrors } | { notJson: string };

class WrittenNumber {
	readonly digits: string;
	constructor(digits: string) {
		this.digits = digits;
	}
}

/** Assumption: all fields but `opaque_id` and `metadata` are required; unknown fields are ignored. */
export function parsePayin(text: string): ParsedBody {
	return parseBody(text, "phone_number", /^[1-9]\d{6,14}$/, "Digits with the country prefix and no plus sign.");
}

export function parsePayout(text: string): ParsedBody {
	return parseBody(text, "destination", /^\+[1-9]\d{6,14}$/, "A plus sign, the country prefix and digits.");
}

function parseBody(text: string, numberField: string, numberShape: RegExp, numberHint: string): ParsedBody {
	const body = readObject(text);
	if (typeof body === "string") return { notJson: body };
	const errors: FieldErrors = {};
	const currency = readCurrency(body.currency, errors);
	const amountMinor = readAmount(body.amount, currency, errors);
	const operator = readOperator(body, currency, errors);
	const phoneNumber = readNumber(body[numberField], numberField, numberShape, numberHint, operator, errors);
	const opaqueId = readOpaqueId(body.opaque_id, errors);
	const metadata = readMetadata(text, body.metadata, errors);
	if (!operator || amountMinor === null || currency === null || phoneNumber === null || Object.keys(errors).length > 0)
		return { errors };
	return { request: { amountMinor, currency, operator, phoneNumber, opaqueId, metadata } };
}

function add(errors: FieldErrors, field: string, message: string): null {
	errors[field] = [...(errors[field] ?? []), message];
	return null;
}

type Reviver = (key: string, value: unknown, context: { source?: string }) => unknown;
// TypeScript's types of JSON.parse lack the reviver's third argument, which has the source text.
const parseWithSource = JSON.parse as (text: string, reviver: Reviver) => unknown;

function readObject(text: string): Record<string, unknown> | string {
	try {
		const value = parseWithSource(text, (_key, value, context) =>
			typeof value === "number" ? new WrittenNumber(context.source ?? "") : value,
		);
		if (typeof value === "object" && value !== null && !Array.isArray(value) && !(value instanceof WrittenNumber))
			return value as Record<string, unknown>;
		return "The body is not a JSON object.";
	} catch {
		return "The body is not JSON.";
	}
}

function readCurrency(value: unknown, errors: FieldErrors): string | null {
	if (value === undefined || value === null) return add(errors, "currency", "This field is required.");
	if (typeof value === "string" && isCurrency(value)) return value;
	return add(errors, "currency", "A currency code of three capital letters.");
}

const AMOUNT_FAULTS = {
	not_a_number: "A plain JSON number is required.",
	not_positive: "Must be greater than zero.",
	too_many_decimals: "More decimals than the currency has.",
	too_large: "Too large.",
} as const;

function readAmount(value: unknown, currency: string | null, errors: FieldErrors): AmountMinor | null {
	if (value === undefined || value === null) return add(errors, "amount", "This field is required.");
	if (!(value instanceof WrittenNumber)) return add(errors, "amount", AMOUNT_FAULTS.not_a_number);
	const parsed = parsePayableAmount(value.digits, currency ?? "");
	return "fault" in parsed ? add(errors, "amount", AMOUNT_FAULTS[parsed.fault]) : parsed.amountMinor;
}

function readOperator(body: Record<string, unknown>, currency: string | null, errors: FieldErrors): Operator | null {
	if (body.country === undefined || body.country === null) add(errors, "country", "This field is required.");
	else if (typeof body.country !== "string" || !findCountry(body.country)) add(errors, "country", "Unknown country.");
	if (body.operator === undefined || body.operator === null) return add(errors, "operator", "This field is required.");
	const operator = DEFAULT_OPERATORS.find((candidate) => candidate.code === body.operator);
	if (!operator) return add(errors, "operator", "Unknown operator.");
	const country = findCountry(operator.country);
	if (body.country !== operator.country) add(errors, "operator", "This operator does not serve this country.");
	if (currency !== null && !country?.currencies.includes(currency))
		add(errors, "currency", "This operator does not take this currency.");
	return operator;
}

function readNumber(
	value: unknown,
	field: string,
	shape: RegExp,
	hint: string,
	operator: Operator | null,
	errors: FieldErrors,
): string | null {
	if (value === undefined || value === null) return add(errors, field, "This field is required.");
	if (typeof value !== "string" || !shape.test(value)) return add(errors, field, hint);
	const phoneNumber = `+${value.replace(/^\+/, "")}`;
	const parsed = parsePhone(phoneNumber, null);
	if ("fault" in parsed || parsed.e164 !== phoneNumber)
		return add(errors, field, "Not a number of a country we serve.");
	if (operator && parsed.country !== operator.country) return add(errors, field, "Not a number of this country.");
	return phoneNumber;
}

// The desk sends 26 characters; 128 leaves room for other clients.
const MAX_OPAQUE_ID = 128;

function readOpaqueId(value: unknown, errors: FieldErrors): string | null {
	if (value === undefined || value === null) return null;
	if (typeof value === "string" && value.length > 0 && value.length <= MAX_OPAQUE_ID && !/\p{Cc}/u.test(value))
		return value;
	return add(errors, "opaque_id", `Text of 1 to ${MAX_OPAQUE_ID} characters.`);
}

function readMetadata(text: string, value: unknown, errors: FieldErrors): string | null {
	if (value === undefined || value === null) return null;
	if (typeof value !== "object" || Array.isArray(value) || value instanceof WrittenNumber)
		return add(errors, "metadata", "A JSON object is required.");
	const metadata = (JSON.parse(text) as { metadata: unknown }).metadata;
	// Removes what PostgreSQL's JSON refuses, also in keys: NUL and surrogates. An escaped backslash begins no escape.
	return JSON.stringify(metadata).replaceAll(/(\\\\)|\\u(?:0000|d[89a-f]..)/g, "$1");
}
