/** The parse step of the payment verbs: faults become `invalid_input` with a key for each field. */
import type { z } from "zod";
import { AppError } from "#server/errors.ts";

/** Throws `invalid_input`; the fault of a field is our own key where the schema names one, else `invalid`. */
export function parseInput<T>(schema: z.ZodType<T>, input: unknown): T {
	const parsed = schema.safeParse(input);
	if (parsed.success) return parsed.data;
	const fields: Record<string, string> = {};
	for (const issue of parsed.error.issues) {
		fields[issue.path.join(".") || "body"] ??= issue.code === "custom" ? issue.message : "invalid";
	}
	throw new AppError("invalid_input", "the input does not fit its schema", { fields });
}
