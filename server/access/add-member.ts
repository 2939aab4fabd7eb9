import type { Member, NewMember } from "#lib/contracts/member.ts";
import { createMember } from "#server/access/create-member.ts";
import { demand } from "#server/access/permissions.ts";
import type { Context } from "#server/context.ts";

/** Throws `forbidden`, `invalid_input` (a weak password is a fault of `password`), `email_taken`. */
export async function addMember(context: Context, input: NewMember): Promise<Member> {
	demand(context, "member.manage");
	const { businessName } = context.config;
	return createMember(context.database, context.clock, input, context.member.id, { businessName });
}
