import { z } from "zod";
import { idSchema } from "#lib/contracts/common-fields.ts";
import { handle } from "#server/http/handle.ts";
import { reissueInvitation, revokeInvitation } from "#server/invitations/reissue-invitation.ts";

const params = z.strictObject({ id: idSchema });

export const POST = handle({ action: "member.manage", params }, ({ context, ...call }) =>
	reissueInvitation(context, call.params),
);

export const DELETE = handle({ action: "member.manage", params }, ({ context, ...call }) =>
	revokeInvitation(context, call.params),
);
