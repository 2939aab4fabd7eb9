/** Operators as configuration: choices of the forms, and instructions for a payer. */

import { z } from "zod";
import { countrySchema, currencySchema, operatorCodeSchema, plainTextSchema } from "#lib/contracts/common-fields.ts";
import { FLOWS } from "#lib/payments/flows.ts";

export const operatorSchema = z.object({
	code: operatorCodeSchema,
	name: plainTextSchema(60).min(1),
	country: countrySchema,
	currency: currencySchema,
	flow: z.enum(FLOWS),
	/** National prefixes: only a suggestion, because numbers are ported. */
	prefixes: z.array(z.string().regex(/^\d{1,4}$/)),
	/** The number to dial for a code (otp) or to see the prompt again (ussd); the screen fills in `{amount}`. */
	dialCode: plainTextSchema(40).nullable(),
	/** Minutes until an unanswered request usually expires at the operator. */
	windowMinutes: z.number().int().min(1).max(1440),
	enabled: z.boolean(),
});
export type Operator = z.infer<typeof operatorSchema>;

/** Rejects six digits in a row: no menu has them, but a phone number does, and payers would send it the money. */
const holdsPhoneNumber = (code: string) => /\d{6}/.test(code.replace(/[^\d*#{}]/g, ""));

export const operatorChangeSchema = operatorSchema
	.pick({ name: true, flow: true, dialCode: true, windowMinutes: true, enabled: true })
	.extend({ dialCode: operatorSchema.shape.dialCode.refine((code) => code === null || !holdsPhoneNumber(code)) })
	.partial()
	.strict();
export type OperatorChange = z.infer<typeof operatorChangeSchema>;
