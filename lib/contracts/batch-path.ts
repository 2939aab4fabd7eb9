/** Addresses of batches and their rows. */
import { z } from "zod";
import { MOST_ROWS } from "#lib/batches/batch-states.ts";
import { idSchema } from "#lib/contracts/common-fields.ts";

export const batchPathSchema = z.strictObject({ id: idSchema });

/** `n` must be plain digits, since a change must not reach another row by "1e1" or "0x2". */
export const rowPathSchema = batchPathSchema.extend({
	n: z
		.string()
		.regex(/^[1-9]\d*$/)
		.transform(Number)
		.pipe(z.number().max(MOST_ROWS)),
});
