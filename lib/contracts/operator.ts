/** Operators as configuration: what the forms offer and the texts that coach a payer. */

import { z } from "zod";
import { countrySchema, currencySchema, operatorCodeSchema, plainTextSchema } from "#lib/contracts/common-fields.ts";
import { FLOWS } from "#lib/flows.ts";

export const operatorSchema = z.object({
	code: operatorCodeSchema,
	name: plainTextSchema(60).min(1),
	country: countrySchema,
	currency: currencySchema,
	flow: z.enum(FLOWS),
	/** National prefixes: a suggestion only, numbers are ported. */
	prefixes: z.array(z.string().regex(/^\d{1,4}$/)),
	/** What the payer dials to get a code (otp) or to see the prompt again (ussd); `{amount}` is filled in. */
	dialCode: plainTextSchema(40).nullable(),
	/** Minutes until an unanswered request usually expires at the operator. */
	windowMinutes: z.number().int().min(1).max(1440),
	enabled: z.boolean(),
});
export type Operator = z.infer<typeof operatorSchema>;

export const operatorChangeSchema = operatorSchema
	.pick({ name: true, flow: true, dialCode: true, windowMinutes: true, enabled: true })
	.partial()
	.strict();
export type OperatorChange = z.infer<typeof operatorChangeSchema>;

export const operatorListSchema = z.object({ items: z.array(operatorSchema) });
