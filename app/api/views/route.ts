import { viewRequestSchema, viewsQuerySchema } from "#lib/contracts/view.ts";
import { handle } from "#server/http/route-handler.ts";
import { listViews } from "#server/views/list-views.ts";
import { saveView } from "#server/views/save-view.ts";

export const GET = handle({ action: "payment.read", query: viewsQuerySchema }, listViews);

export const POST = handle({ action: "payment.read", body: viewRequestSchema, status: 201 }, saveView);
