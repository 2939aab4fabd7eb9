/**
 * Decodes compressed bodies, even where we did not accept compression: a proxy that compresses must not make a payout unknown. Decodes in
 * pieces: the received part of a truncated answer remains, and a decompression bomb ends at the byte cap.
 */
import { pipeline } from "node:stream";
import { constants, createBrotliDecompress, createGunzip, createInflate, createInflateRaw } from "node:zlib";

type Open = (first: Buffer) => ReturnType<typeof createGunzip> | ReturnType<typeof createBrotliDecompress>;

// These flush modes yield the received part of a truncated body. HTTP's framing and the JSON show whether the body is complete.
const ZLIB = { finishFlush: constants.Z_SYNC_FLUSH };
const BROTLI = { finishFlush: constants.BROTLI_OPERATION_FLUSH };

/** Only single encodings are decoded: legitimate servers do not stack encodings. */
const DECOMPRESSORS = new Map<string, Open>([
	["gzip", () => createGunzip(ZLIB)],
	["x-gzip", () => createGunzip(ZLIB)],
	["br", () => createBrotliDecompress(BROTLI)],
	// Some servers omit the zlib header that the standard requires; the first byte shows whether the header is there.
	["deflate", (first) => (((first[0] ?? 0) & 0x0f) === 8 ? createInflate(ZLIB) : createInflateRaw(ZLIB))],
]);

export function decompressorOf(contentEncoding: string | undefined): Open | undefined {
	return DECOMPRESSORS.get((contentEncoding ?? "").trim().toLowerCase());
}

export async function* decompressed(body: AsyncIterable<Uint8Array>, open: Open): AsyncGenerator<Uint8Array> {
	const chunks = body[Symbol.asyncIterator]();
	const first = await chunks.next();
	if (first.done) return;
	const rest = { [Symbol.asyncIterator]: () => chunks };
	async function* all() {
		yield first.value;
		yield* rest;
	}
	yield* pipeline(all(), open(Buffer.from(first.value)), () => undefined);
}

/** True for an error of zlib or Brotli: the body is not compressed as its `Content-Encoding` says. */
export function isBroken(error: unknown): boolean {
	const { code } = (error ?? {}) as { code?: unknown };
	return typeof code === "string" && /^(Z_|ERR_BROTLI|ERR__ERROR_FORMAT)/.test(code);
}

/** Decodes a body that arrived whole or in part. `fault`: it has more than `maxBytes`, or is not compressed as its header says. */
export function decodeBody(
	body: Buffer,
	open: Open,
	maxBytes: number,
): Promise<{ decoded: Buffer; fault: "too_large" | "encoded" | undefined }> {
	return new Promise((resolve) => {
		const chunks: Buffer[] = [];
		let bytes = 0;
		const finish = (fault?: "too_large" | "encoded") => resolve({ decoded: Buffer.concat(chunks), fault });
		const stream = open(body)
			.on("data", (chunk: Buffer) => {
				bytes += chunk.length;
				if (bytes <= maxBytes) return void chunks.push(chunk);
				stream.destroy();
				finish("too_large");
			})
			.on("end", () => finish())
			.on("error", () => finish("encoded"));
		stream.end(body);
	});
}
