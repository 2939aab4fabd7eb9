/** Fields that filters of lists share. */
import { z } from "zod";
import { LONGEST_FILTER } from "#lib/payments/lists.ts";
import { typedText } from "#lib/text/typed-text.ts";

/** A filter by words or a number. */
export const searchedSchema = z.string().overwrite(typedText).max(LONGEST_FILTER).optional();
