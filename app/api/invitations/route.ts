import { newInvitationSchema } from "#lib/contracts/invitation.ts";
import { handle } from "#server/http/route-handler.ts";
import { inviteMember } from "#server/invitations/invite-member.ts";
import { listInvitations } from "#server/invitations/list-invitations.ts";

export const GET = handle({ action: "member.read" }, listInvitations);

export const POST = handle({ action: "member.manage", body: newInvitationSchema, status: 201 }, inviteMember);
