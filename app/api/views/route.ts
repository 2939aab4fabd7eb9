import { viewsQuerySchema } from "#lib/contracts/view.ts";
import { handle } from "#server/http/handle.ts";
import { listViews } from "#server/views/list-views.ts";

export const GET = handle({ action: "payment.read", query: viewsQuerySchema }, ({ context, query }) =>
	listViews(context, query),
);
