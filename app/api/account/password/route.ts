import { passwordChangeSchema } from "#lib/contracts/account.ts";
import { changeOwnPassword } from "#server/access/change-own-password.ts";
import { clientAddress } from "#server/http/client-address.ts";
import { handle } from "#server/http/handle.ts";

export const PUT = handle({ body: passwordChangeSchema }, ({ context, session, body, request }) =>
	changeOwnPassword(context, { ...body, sessionId: session.id, address: clientAddress(request.headers) }),
);
