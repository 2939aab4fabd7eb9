import { z } from "zod";
import { ROLES } from "#lib/roles.ts";
import type { ApplyChange } from "#server/change-requests/ask/change-step.ts";
import { applyMemberChange } from "#server/members/apply-member-change.ts";

const beforeSchema = z.object({ version: z.number() });
const afterSchema = z.object({ role: z.enum(ROLES), disabled: z.boolean(), password: z.boolean() });

/** Role, disabling and password as they were asked for, if nothing of the member has changed since. */
export const applyMemberChanged: ApplyChange = async (_system, trx, { subject, before, after, secret }, step) => {
	const { version } = beforeSchema.parse(before);
	const row = await trx
		.selectFrom("member")
		.select("version")
		.where("id", "=", subject)
		.forNoKeyUpdate()
		.executeTakeFirst();
	if (row?.version !== version) return "void";
	const { role, disabled } = afterSchema.parse(after);
	await applyMemberChange(trx, { ...step, memberId: subject, change: { role, disabled }, passwordHash: secret });
	return "done";
};
