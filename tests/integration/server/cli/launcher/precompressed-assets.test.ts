import { mkdirSync, renameSync, writeFileSync } from "node:fs";
import { createServer, get, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { expect, onTestFinished, test } from "vitest";
import { precompressAssets, servePrecompressed } from "#server/cli/launcher/precompressed-assets.ts";
import { ASSET_HEADERS } from "#server/http/headers/security-headers.ts";
import { temporaryFolder } from "#tests/support/programs/temporary-folder.ts";

const SCRIPT = `console.log("${"kapok ".repeat(400)}")`;
const FONT = Buffer.from([0, 1, 2, 3]);
const SCRIPT_PATH = "/_next/static/chunks/a.js";

/** Serves a build with a script and a font, and with a secret beside its folder; passed-on requests are answered with 299. */
async function serveBuild() {
	const build = temporaryFolder();
	mkdirSync(join(build, "static", "chunks"), { recursive: true });
	writeFileSync(join(build, "static", "chunks", "a.js"), SCRIPT);
	writeFileSync(join(build, "static", "font.woff2"), FONT);
	writeFileSync(join(build, "secret.js"), "secret");
	precompressAssets(join(build, "static"));
	writeFileSync(join(build, "static", "chunks", "raw.js"), SCRIPT);
	const handle = servePrecompressed(
		join(build, "static"),
		async (_request, response) => void response.writeHead(299).end(),
	);
	const server = createServer((request, response) => {
		handle(request, response).catch(() => response.destroy());
	}).listen(0, "127.0.0.1");
	await new Promise((resolve) => server.once("listening", resolve));
	onTestFinished(() => void server.close());
	const { port } = server.address() as AddressInfo;
	return { build, ask: (path: string, encodings?: string, method = "GET") => ask(port, path, encodings, method) };
}

/** Unlike fetch(), changes neither path nor headers nor body. */
async function ask(port: number, path: string, encodings: string | undefined, method: string) {
	const headers = encodings === undefined ? {} : { "accept-encoding": encodings };
	const answer = await new Promise<IncomingMessage>((resolve, reject) => {
		get({ host: "127.0.0.1", port, path, method, headers, agent: false }, resolve).on("error", reject);
	});
	const chunks: Buffer[] = [];
	for await (const chunk of answer) chunks.push(chunk);
	return { status: answer.statusCode, headers: answer.headers, body: Buffer.concat(chunks) };
}

test("a script goes out as the browser takes it best, may be kept for ever, and says that it depends on the question", async () => {
	const { ask } = await serveBuild();
	const brotli = await ask(SCRIPT_PATH, "gzip, deflate, br, zstd");
	expect(brotli.headers).toMatchObject({
		"content-encoding": "br",
		"content-type": "application/javascript; charset=UTF-8",
		"cache-control": "public, max-age=31536000, immutable",
		vary: "Accept-Encoding",
	});
	expect(brotliDecompressSync(brotli.body).toString()).toBe(SCRIPT);
	const gzip = await ask(`${SCRIPT_PATH}?v=1`, "gzip, br;q=0");
	expect(gzip.headers["content-encoding"]).toBe("gzip");
	expect(gunzipSync(gzip.body).toString()).toBe(SCRIPT);
	for (const [name, value] of Object.entries(ASSET_HEADERS))
		for (const answer of [brotli, gzip]) expect(answer.headers[name.toLowerCase()]).toBe(value);
});

test("a font goes out as it is, and a question for the head alone is told the length and gets no body", async () => {
	const { ask, build } = await serveBuild();
	// A file that could not be read once is read again.
	const file = join(build, "static", "font.woff2");
	renameSync(file, `${file}.away`);
	await expect(ask("/_next/static/font.woff2")).rejects.toThrow();
	renameSync(`${file}.away`, file);
	const { headers, body } = await ask("/_next/static/font.woff2", "gzip, br");
	expect([headers["content-type"], headers["content-encoding"]]).toEqual(["font/woff2", undefined]);
	expect(body).toEqual(FONT);
	const whole = await ask(SCRIPT_PATH, "br");
	const head = await ask(SCRIPT_PATH, "br", "HEAD");
	expect([head.headers["content-length"], head.body.length]).toEqual([String(whole.body.length), 0]);
});

test.each<[string, string, string?, string?]>([
	["what stands beside the folder", "/_next/static/../secret.js"],
	["what stands beside it, hidden", "/_next/static/%2e%2e/secret.js"],
	["a packing by its own name", `${SCRIPT_PATH}.br`],
	["a file that is not there", "/_next/static/chunks/b.js"],
	["a page", "/movements"],
	["a script that was not packed", "/_next/static/chunks/raw.js"],
	["who takes no packing", SCRIPT_PATH, "identity"],
	["who writes", SCRIPT_PATH, "br", "POST"],
])("%s is handed on", async (_what, path, encodings = "br", method = "GET") => {
	const { ask } = await serveBuild();
	expect((await ask(path, encodings, method)).status).toBe(299);
});

test("who names no packing is handed on", async () => {
	expect((await (await serveBuild()).ask(SCRIPT_PATH)).status).toBe(299);
});
