import { linkSchema } from "#lib/contracts/invitation.ts";
import { handle } from "#server/http/handle.ts";
import { isSetUpOpen } from "#server/invitations/is-set-up-open.ts";

export const POST = handle({ public: true, body: linkSchema }, async ({ context, body }) => ({
	isOpen: await isSetUpOpen(context.database, body.token),
}));
