import type { IncomingMessage, ServerResponse } from "node:http";
import { afterEach, expect, test } from "vitest";
import { type Opening, setTracer, traced } from "#server/tracing/traced.ts";
import { tracedPages } from "#server/tracing/traced-pages.ts";

const MANIFEST = JSON.stringify({
	version: 3,
	staticRoutes: [{ page: "/" }, { page: "/payouts/new", regex: "^/payouts/new(?:/)?$" }],
	dynamicRoutes: [{ page: "/payouts/[id]", regex: "^/payouts/([^/]+?)(?:/)?$" }],
});
const seen: object[] = [];

afterEach(() => {
	setTracer(null);
	seen.length = 0;
});

async function visit(url: string) {
	setTracer(({ name, parent, attributes }: Opening & { parent: string | null }) => ({
		trace: `trace of ${name}`,
		end: (more) => void seen.push({ name, parent, ...attributes, ...more }),
	}));
	const handle = tracedPages(MANIFEST, () => traced({ kind: "client", name: "inside" }, async () => undefined));
	const request = { method: "GET", url } as IncomingMessage;
	await handle(request, { statusCode: 200 } as ServerResponse);
	return seen.at(-1);
}

test.each([
	["/", "/"],
	["/payouts/new?again=01JQ", "/payouts/new"],
	["/payouts/TX-CANARY-9?note=2250701020304", "/payouts/[id]"],
])("%s is a span of the page %s, and what it asks is below it", async (url, route) => {
	const [name, method] = [`GET ${route}`, "GET"];
	expect(await visit(url)).toEqual({
		...{ name, parent: null, "http.request.method": method, "http.route": route, "http.response.status_code": 200 },
	});
	expect(seen[0]).toEqual({ name: "inside", parent: `trace of ${name}` });
	expect(JSON.stringify(seen)).not.toMatch(/CANARY|01JQ|\d{4}/);
});

test("a path without a page leaves nothing of itself", async () => {
	expect(await visit("/wp-admin/TX-CANARY-9")).toMatchObject({ name: "GET", "http.response.status_code": 200 });
	expect(JSON.stringify(seen)).not.toMatch(/CANARY|admin/);
});

test.each(["/api/payouts/01JQ", "/_next/static/x.js", "/readyz", "/metrics"])("%s is no page", async (url) => {
	expect(await visit(url)).toEqual({ name: "inside", parent: null });
});
