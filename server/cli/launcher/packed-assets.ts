/** Answers `/_next/static/` with what the build packed (`pack-assets.ts`), without Next's routes and compressors: first rows wait for the style. */
import { readdirSync } from "node:fs";
import { readFile } from "node:fs/promises";
import type { IncomingMessage, ServerResponse } from "node:http";
import { extname, join, sep } from "node:path";
import { ASSET_HEADERS } from "#server/http/asset-headers.ts";

type Handle = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

const PREFIX = "/_next/static/";
const TYPES: Readonly<Record<string, string>> = {
	".js": "application/javascript; charset=UTF-8",
	".css": "text/css; charset=UTF-8",
	".woff2": "font/woff2",
};
/** The first that the browser takes. */
const PACKINGS = [
	{ encoding: "br", ending: ".br" },
	{ encoding: "gzip", ending: ".gz" },
] as const;

/** Whatever it does not have goes to `next`: other methods, other files, and texts for whom takes none of their packings. */
export function packedAssets(folder: string, next: Handle): Handle {
	// Names are looked up among those that stand there: no path of a request reaches the disk.
	const names = readdirSync(folder, { recursive: true, encoding: "utf8" });
	const files = new Set(names.map((name) => name.split(sep).join("/")));
	const read = new Map<string, Promise<Buffer>>();
	const contentOf = (file: string) => {
		const content = read.get(file) ?? readFile(join(folder, file));
		read.set(file, content);
		return content;
	};
	return async (request, response) => {
		const { method = "", url = "", headers } = request;
		const name = url.startsWith(PREFIX) ? url.slice(PREFIX.length).split("?", 1)[0] : undefined;
		const type = TYPES[extname(name ?? "")];
		if (!name || !type || !files.has(name) || (method !== "GET" && method !== "HEAD")) return next(request, response);
		const taken = takenBy(headers["accept-encoding"]);
		const packing = PACKINGS.find(({ encoding, ending }) => taken.has(encoding) && files.has(name + ending));
		if (!packing && type !== TYPES[".woff2"]) return next(request, response);
		const content = await contentOf(name + (packing?.ending ?? ""));
		response.writeHead(200, {
			...ASSET_HEADERS,
			"content-type": type,
			"content-length": content.length,
			// The name changes with the content.
			"cache-control": "public, max-age=31536000, immutable",
			vary: "Accept-Encoding",
			...(packing ? { "content-encoding": packing.encoding } : {}),
		});
		response.end(method === "HEAD" ? undefined : content);
	};
}

/** "gzip, br;q=0" takes gzip alone. */
function takenBy(header: string | string[] | undefined): ReadonlySet<string> {
	const wanted = String(header ?? "")
		.split(",")
		.map((each) =>
			each
				.trim()
				.toLowerCase()
				.split(/\s*;\s*q=/),
		);
	return new Set(wanted.filter(([, weight]) => weight === undefined || Number(weight) > 0).map(([name = ""]) => name));
}
