import { z } from "zod";
import { ROLES } from "#lib/roles.ts";
import type { ApplyChange } from "#server/change-requests/ask/change-step.ts";
import { AppError } from "#server/errors.ts";
import { insertMember } from "#server/members/insert-member.ts";

const afterSchema = z.object({ email: z.string(), name: z.string(), role: z.enum(ROLES) });

/** The member who was asked for, with the password that has waited; void when somebody else has the e-mail or the name by now. */
export const applyMemberAdded: ApplyChange = async (_system, trx, { subject: id, after, secret }, step) => {
	if (secret === null) return "void";
	try {
		await insertMember(trx, { id, ...afterSchema.parse(after), passwordHash: secret }, step);
		return "done";
	} catch (error) {
		// Judged before anything is written: the transaction goes on.
		if (error instanceof AppError) return "void";
		throw error;
	}
};
