/** Parses input of requests and use cases. A mismatch with the contract becomes `invalid_input` with a key per field. */
import type { z } from "zod";
import { fieldFaults } from "#lib/field-faults.ts";
import { AppError } from "#server/errors.ts";

export function parseInput<T extends z.ZodType>(schema: T, input: unknown): z.output<T> {
	const parsed = schema.safeParse(input);
	if (parsed.success) return parsed.data;
	const fields = fieldFaults(parsed.error.issues);
	throw new AppError("invalid_input", "the input does not fit its schema", { fields });
}
