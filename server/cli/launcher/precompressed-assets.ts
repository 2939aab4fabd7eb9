/** Compresses a build's browser files once, and serves them without Next's routes and compressors. */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import type { IncomingMessage, ServerResponse } from "node:http";
import { extname, join } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { ASSET_HEADERS } from "#server/http/headers/security-headers.ts";

type Handle = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

const PREFIX = "/_next/static/";
const TYPES: Readonly<Record<string, string>> = {
	".js": "application/javascript; charset=UTF-8",
	".css": "text/css; charset=UTF-8",
	".woff2": "font/woff2",
};
const PACKINGS = [
	{ encoding: "br", ending: ".br" },
	{ encoding: "gzip", ending: ".gz" },
] as const;

/**
 * Answers GET and HEAD for compressed texts and for fonts. Passes everything else to `next`, even texts for clients without compression.
 */
export function servePrecompressed(folder: string, next: Handle): Handle {
	// Reads only files of this list, so that no path of a request reaches the disk.
	const files = new Set(readdirSync(folder, { recursive: true, encoding: "utf8" }));
	const read = new Map<string, Promise<Buffer>>();
	const contentOf = (file: string) => {
		const content = read.get(file) ?? readFile(join(folder, file));
		read.set(file, content);
		content.catch(() => read.delete(file));
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
			"cache-control": "public, max-age=31536000, immutable",
			vary: "Accept-Encoding",
			...(packing ? { "content-encoding": packing.encoding } : {}),
		});
		response.end(method === "HEAD" ? undefined : content);
	};
}

/** Returns the encodings that a client accepts: from "gzip, br;q=0" only gzip. */
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

const TEXT = /\.(?:js|css)$/;
// Brotli's levels 10 and 11 take four times as long and save only 3 %.
const QUALITY = 9;

export function precompressAssets(folder: string): void {
	for (const name of readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((each) => TEXT.test(each))) {
		const text = readFileSync(join(folder, name));
		const params = { [constants.BROTLI_PARAM_QUALITY]: QUALITY, [constants.BROTLI_PARAM_SIZE_HINT]: text.length };
		writeFileSync(join(folder, `${name}.br`), brotliCompressSync(text, { params }));
		writeFileSync(join(folder, `${name}.gz`), gzipSync(text, { level: constants.Z_BEST_COMPRESSION }));
	}
}
