import { newMemberSchema } from "#lib/contracts/member.ts";
import { changeAnswer } from "#server/http/change-answer.ts";
import { handle } from "#server/http/handle.ts";
import { addMember } from "#server/members/add-member.ts";
import { listMembers } from "#server/members/list-members.ts";

export const GET = handle({ action: "member.read" }, ({ context }) => listMembers(context));

export const POST = handle({ action: "member.manage", body: newMemberSchema }, async ({ context, body }) =>
	changeAnswer(await addMember(context, body), 201),
);
