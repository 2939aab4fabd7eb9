/** Parses input of requests and use cases. Input that does not fit its schema becomes `invalid_input` with a fault key per field. */
import type { z } from "zod";
import { fieldFaults } from "#lib/field-faults.ts";
import { AppError } from "#server/errors.ts";

export function parseInput<T extends z.ZodType>(schema: T, input: unknown): z.output<T> {
	const parsed = schema.safeParse(input);
	if (parsed.success) return parsed.data;
	const fields = fieldFaults(parsed.error.issues);
	throw new AppError("invalid_input", "the input does not fit its schema", { fields });
}

/** Returns a request's `Idempotency-Key`. Throws idempotency_key_missing when it is missing or malformed. */
export function requireKey(given: string | null): string {
	if (given && /^[A-Za-z0-9_-]{16,64}$/.test(given)) return given;
	throw new AppError("idempotency_key_missing", "no usable Idempotency-Key");
}
