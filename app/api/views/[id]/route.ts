import { viewPathSchema } from "#lib/contracts/view.ts";
import { handle } from "#server/http/handle.ts";
import { removeView } from "#server/views/remove-view.ts";

export const DELETE = handle({ action: "payment.read", params: viewPathSchema, status: 204 }, ({ context, params }) =>
	removeView(context, params),
);
