/** Makes a span for each request of a page. Spans that open while the server renders the page are its children. */
import type { IncomingMessage, ServerResponse } from "node:http";
import { z } from "zod";
import { type Attributes, traced } from "#server/tracing/traced.ts";

type Handle = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

/** Paths that get no span here: `/api` routes make their own, files and health checks have none. */
const OTHERS = /^\/(?:api\/|_next\/|(?:healthz|readyz|metrics)$)/;
const manifestSchema = z.object({
	staticRoutes: z.array(z.object({ page: z.string() })),
	dynamicRoutes: z.array(z.object({ page: z.string(), regex: z.string() })),
});

/** `manifest`: the text of the build's `routes-manifest.json`, which knows the page of a path. */
export function tracedPages(manifest: string, next: Handle): Handle {
	const routeOf = readRoutes(manifest);
	return (request, response) => {
		const path = request.url?.split(/[?#]/, 1)[0] ?? "";
		if (OTHERS.test(path)) return next(request, response);
		const { method = "" } = request;
		const route = routeOf(path);
		const attributes: Attributes = { "http.request.method": method, ...(route ? { "http.route": route } : {}) };
		const name = route ? `${method} ${route}` : method;
		return traced({ kind: "server", name, parent: null, attributes }, async (note) => {
			await next(request, response);
			note({ "http.response.status_code": response.statusCode });
		});
	};
}

/** Returns a function from "/payouts/01J…" to "/payouts/[id]"; undefined for a path without a page. */
function readRoutes(manifest: string): (path: string) => string | undefined {
	const { staticRoutes, dynamicRoutes } = manifestSchema.parse(JSON.parse(manifest));
	const fixed = new Set(staticRoutes.map(({ page }) => page));
	const open = dynamicRoutes.map(({ page, regex }) => ({ page, pattern: new RegExp(regex) }));
	return (path) => (fixed.has(path) ? path : open.find(({ pattern }) => pattern.test(path))?.page);
}
