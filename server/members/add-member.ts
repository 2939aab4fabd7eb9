import { z } from "zod";
import type { Asked } from "#lib/contracts/change-request.ts";
import type { Member, NewMember } from "#lib/contracts/member.ts";
import { ROLES } from "#lib/roles.ts";
import { requirePermission } from "#server/access/require-permission.ts";
import type { Context } from "#server/context.ts";
import type { GuardedChange } from "#server/guarded-changes/guarded-change.ts";
import { proposeChange } from "#server/guarded-changes/propose-change.ts";
import { insertMember, prepareMember, requireNewPerson } from "#server/members/insert-member.ts";
import { readMembers } from "#server/members/list-members.ts";

const additionSchema = z.object({ email: z.string(), name: z.string(), role: z.enum(ROLES) });

export const memberAddition: GuardedChange<z.infer<typeof additionSchema>> = {
	kind: "member_added",
	schema: additionSchema,
	async read(trx, { after }) {
		await requireNewPerson(trx, after);
		return {};
	},
	async write(trx, { subject: id, after, secret }, step) {
		if (secret === null) throw new Error("the password of a new member waits with the request");
		await insertMember(trx, { id, ...after, passwordHash: secret }, step);
	},
};

/**
 * Adds a viewer at once; a role that requests, approves or administers needs a second admin. Throws `forbidden`, `invalid_input`
 * (a weak password is a fault of `password`), `email_taken`.
 */
export async function addMember(context: Context, input: NewMember): Promise<Member | Asked> {
	requirePermission(context, "member.manage");
	const { id, email, name, role, passwordHash } = await prepareMember(input, context.clock.now(), context.config);
	const proposed = { subject: id, after: { email, name, role }, secret: passwordHash };
	const asked = await proposeChange(context, memberAddition, () => proposed);
	if (asked) return asked;
	const [added] = await readMembers(context.database, id);
	if (!added) throw new Error("a member who was just added can be read");
	return added;
}
