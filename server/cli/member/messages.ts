/** Refusals as sentences for the terminal: the same texts as on the screen, in English. */
import words from "#lib/i18n/en.json" with { type: "json" };
import { sentence } from "#server/cli/launcher/run-launcher.ts";
import { AppError } from "#server/errors.ts";

export class UsageError extends Error {
	override readonly name = "UsageError";
}

/** Returns the sentence and the exit code: 1 refused or impossible, 2 wrong usage. */
export function refusalOf(error: Error): { code: 1 | 2; message: string } {
	if (error instanceof UsageError) return { code: 2, message: error.message };
	if (!(error instanceof AppError)) return { code: 1, message: sentence(error) };
	const { errors, faults }: Record<string, Record<string, unknown>> = words;
	const fields = Object.entries(error.fields ?? {}).map(([field, fault]) => `${field}: ${faults?.[fault] ?? fault}`);
	return { code: 1, message: fields.join("\n") || String(errors?.[error.code] ?? error.message) };
}
