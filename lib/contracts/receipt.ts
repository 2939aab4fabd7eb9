import { z } from "zod";
import { LOCALES } from "#lib/contracts/member.ts";

/** The query string of a receipt: its language is the desk's own unless it says another. */
export const receiptQuerySchema = z.object({
	format: z.literal("pdf").default("pdf"),
	locale: z.enum(LOCALES).optional(),
});
