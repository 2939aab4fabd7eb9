import { linkSchema } from "#lib/contracts/invitation.ts";
import { handle } from "#server/http/route-handler.ts";
import { isSetUpOpen } from "#server/invitations/is-set-up-open.ts";

export const POST = handle({ public: true, body: linkSchema }, async (context, { token }) => ({
	isOpen: await isSetUpOpen(context.database, token),
}));
