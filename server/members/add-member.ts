import type { Asked } from "#lib/contracts/change-request.ts";
import type { Member, NewMember } from "#lib/contracts/member.ts";
import { loosens, NO_MEMBER } from "#lib/loosening.ts";
import { demandStill } from "#server/access/demand-still.ts";
import { demand } from "#server/access/permissions.ts";
import { askForChange } from "#server/change-requests/ask/ask-for-change.ts";
import type { Context } from "#server/context.ts";
import { demandNewPerson, insertMember } from "#server/members/insert-member.ts";
import { prepareMember } from "#server/members/prepare-member.ts";
import { readMembers } from "#server/members/read-members.ts";

/**
 * Who only looks is there at once; whoever may ask for money, agree to it or look after people, by a second admin. Throws
 * `forbidden`, `invalid_input` (a weak password is a fault of `password`), `email_taken`.
 */
export async function addMember(context: Context, input: NewMember): Promise<Member | Asked> {
	demand(context, "member.manage");
	const at = context.clock.now();
	const member = await prepareMember(input, at, context.config);
	const { id, email, name, role, passwordHash } = member;
	return context.database.transaction().execute(async (trx) => {
		await demandStill(context, trx, "member.manage");
		if (loosens("member_added", NO_MEMBER, { role, disabled: false })) {
			await demandNewPerson(trx, member);
			const after = { email, name, role };
			return askForChange(context, trx, { kind: "member_added", subject: id, before: {}, after, secret: passwordHash });
		}
		await insertMember(trx, member, { at, by: context.member.id });
		const [added] = await readMembers(trx, id);
		if (!added) throw new Error("a member who was just added can be read");
		return added;
	});
}
