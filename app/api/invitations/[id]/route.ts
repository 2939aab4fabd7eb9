import { idPathSchema } from "#lib/contracts/common-fields.ts";
import { handle } from "#server/http/route-handler.ts";
import { reissueInvitation, revokeInvitation } from "#server/invitations/reissue-invitation.ts";

export const POST = handle({ action: "member.manage", params: idPathSchema }, reissueInvitation);

export const DELETE = handle({ action: "member.manage", params: idPathSchema }, revokeInvitation);
