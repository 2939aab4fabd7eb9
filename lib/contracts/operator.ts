/** Operators, which admins configure: forms offer them, and payers get their instructions. */

import { z } from "zod";
import { countrySchema, currencySchema, operatorCodeSchema, plainTextSchema } from "#lib/contracts/common-fields.ts";
import { FLOWS } from "#lib/payments/flows.ts";

export const operatorSchema = z.object({
	code: operatorCodeSchema,
	name: plainTextSchema(60).min(1),
	country: countrySchema,
	currency: currencySchema,
	flow: z.enum(FLOWS),
	/** National prefixes, which only suggest an operator: people may keep a number when they change the operator. */
	prefixes: z.array(z.string().regex(/^\d{1,4}$/)),
	/** The code that a payer dials to get a one-time password (otp) or to see the prompt again (ussd); screens fill in `{amount}`. */
	dialCode: plainTextSchema(40).nullable(),
	/** Minutes until an unanswered request usually expires at the operator. */
	windowMinutes: z.number().int().min(1).max(1440),
	enabled: z.boolean(),
});
export type Operator = z.infer<typeof operatorSchema>;

/** True for six digits in a row. Menu codes have fewer, so the code may contain a phone number, to which payers would send money. */
const holdsPhoneNumber = (code: string) => /\d{6}/.test(code.replace(/[^\d*#{}]/g, ""));

export const operatorChangeSchema = operatorSchema
	.pick({ name: true, flow: true, dialCode: true, windowMinutes: true, enabled: true })
	.extend({ dialCode: operatorSchema.shape.dialCode.refine((code) => code === null || !holdsPhoneNumber(code)) })
	.partial()
	.strict();
export type OperatorChange = z.infer<typeof operatorChangeSchema>;
