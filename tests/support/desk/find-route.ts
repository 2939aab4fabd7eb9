/** Finds the handler of a path in app/api, as Next would. */
import { globSync } from "node:fs";
import type { ask } from "#tests/support/desk/desk-requests.ts";

export type Handler = Parameters<typeof ask>[0];

const FILES = globSync("app/api/**/route.ts").map((file) => ({
	file,
	segments: file
		.replace(/^app/, "")
		.replace(/\/route\.ts$/, "")
		.split("/"),
}));

/** `path` may have a query. Throws when no route matches. */
export async function findRoute(
	method: string,
	path: string,
): Promise<{ handler: Handler; params: Record<string, string> }> {
	const asked = path.split("?")[0]?.split("/") ?? [];
	const fitting = FILES.filter(
		({ segments }) =>
			segments.length === asked.length && segments.every((name, at) => name.startsWith("[") || name === asked[at]),
	);
	// A fixed segment wins over a parameter.
	const [found] = fitting.sort((a, b) => open(a.segments) - open(b.segments));
	if (!found) throw new Error(`no route for ${path}`);
	const module = (await import(new URL(`../../../${found.file}`, import.meta.url).pathname)) as Record<string, Handler>;
	const handler = module[method];
	if (!handler) throw new Error(`no ${method} at ${path}`);
	const params = found.segments.flatMap((name, at) =>
		name.startsWith("[") ? [[name.slice(1, -1), decodeURIComponent(asked[at] ?? "")]] : [],
	);
	return { handler, params: Object.fromEntries(params) };
}

function open(segments: readonly string[]): number {
	return segments.filter((name) => name.startsWith("[")).length;
}
