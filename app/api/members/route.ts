import { newMemberSchema } from "#lib/contracts/member.ts";
import { handle } from "#server/http/route-handler.ts";
import { addMember } from "#server/members/add-member.ts";
import { listMembers } from "#server/members/list-members.ts";

export const GET = handle({ action: "member.read" }, listMembers);

export const POST = handle({ action: "member.manage", body: newMemberSchema, status: 201 }, addMember);
