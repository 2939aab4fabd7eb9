/** Refusals as sentences for the terminal: the same texts as on the screen, in English. */
import words from "#lib/i18n/en.json" with { type: "json" };
import type { AppError } from "#server/errors.ts";

export class UsageError extends Error {
	override readonly name = "UsageError";
}

export function messageOf(error: AppError): string {
	const fields = Object.entries(error.fields ?? {}).map(([field, fault]) => `${field}: ${faultMessage(fault)}`);
	return fields.length > 0
		? fields.join("\n")
		: ((words.errors as Record<string, string>)[error.code] ?? error.message);
}

function faultMessage(fault: string): string {
	return (words.faults as Record<string, string>)[fault] ?? fault;
}
