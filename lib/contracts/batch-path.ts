import { z } from "zod";
import { MOST_ROWS } from "#lib/batches/batch-states.ts";
import { idPathSchema } from "#lib/contracts/common-fields.ts";

/** `n`: the row's number in plain digits. `Number` alone would accept "1e1" as row 10 and "0x2" as row 2. */
export const rowPathSchema = idPathSchema.extend({
	n: z
		.string()
		.regex(/^[1-9]\d*$/)
		.transform(Number)
		.pipe(z.number().max(MOST_ROWS)),
});
