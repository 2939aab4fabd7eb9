import { exportPathSchema } from "#lib/contracts/background-export.ts";
import { removeExport } from "#server/background-exports/remove-export.ts";
import { handle } from "#server/http/handle.ts";

export const DELETE = handle({ action: "payment.read", params: exportPathSchema, status: 204 }, ({ context, params }) =>
	removeExport(context, params),
);
