import { layoutChangeSchema } from "#lib/contracts/view.ts";
import { handle } from "#server/http/route-handler.ts";
import { keepLayout } from "#server/views/keep-layout.ts";

export const PUT = handle({ action: "payment.read", body: layoutChangeSchema, status: 204 }, keepLayout);
