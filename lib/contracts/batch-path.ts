import { z } from "zod";
import { MOST_ROWS } from "#lib/batches/batch-states.ts";
import { idSchema } from "#lib/contracts/common-fields.ts";

export const batchPathSchema = z.strictObject({ id: idSchema });

/** `n`: the row's number in plain digits. `Number` alone would accept "1e1" as row 10 and "0x2" as row 2. */
export const rowPathSchema = batchPathSchema.extend({
	n: z
		.string()
		.regex(/^[1-9]\d*$/)
		.transform(Number)
		.pipe(z.number().max(MOST_ROWS)),
});
