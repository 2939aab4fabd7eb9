/** Style, script and typeface of the sandbox's pages, from this machine only. */
import { readFile } from "node:fs/promises";
import { Hono } from "hono";

const FILES: Record<string, { url: URL; type: string }> = {
	"sandbox.css": { url: new URL("./assets/sandbox.css", import.meta.url), type: "text/css; charset=utf-8" },
	"sandbox.js": { url: new URL("./assets/sandbox.js", import.meta.url), type: "text/javascript; charset=utf-8" },
	"sandbox.svg": { url: new URL("./assets/sandbox.svg", import.meta.url), type: "image/svg+xml" },
	"inter.woff2": {
		url: new URL(import.meta.resolve("@fontsource-variable/inter/files/inter-latin-wght-normal.woff2")),
		type: "font/woff2",
	},
};

export function assetRoutes(): Hono {
	const app = new Hono();
	app.get("/:name", async (context) => {
		const file = FILES[context.req.param("name")];
		if (!file) return context.notFound();
		const bytes = await readFile(file.url);
		return context.body(new Uint8Array(bytes), 200, { "content-type": file.type, "cache-control": "no-cache" });
	});
	return app;
}
