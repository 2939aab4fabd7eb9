import { linkSchema } from "#lib/contracts/invitation.ts";
import { handle } from "#server/http/handle.ts";
import { isSetUpOpen } from "#server/invitations/is-set-up-open.ts";

/** Whether a link makes the first admin. Looked at, it changes nothing. */
export const POST = handle({ public: true, body: linkSchema }, async ({ context, body }) => ({
	isOpen: await isSetUpOpen(context.database, body.token),
}));
