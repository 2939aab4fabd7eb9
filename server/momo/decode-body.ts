/**
 * Decodes compressed bodies, also where we did not accept compression: a proxy that compresses must not make a payout unknown. Decodes in
 * pieces: the received part of a truncated answer remains, and a decompression bomb ends at the byte cap.
 */
import { pipeline } from "node:stream";
import { constants, createBrotliDecompress, createGunzip, createInflate, createInflateRaw } from "node:zlib";

type Decompressor = ReturnType<typeof createGunzip> | ReturnType<typeof createBrotliDecompress>;
type Open = (first: Buffer) => Decompressor;

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

export type BodyDecoder = ReturnType<typeof openDecoder>;

export function openDecoder(open: Open, take: (chunk: Buffer) => void) {
	let stream: Decompressor | undefined;
	let over: "whole" | "broken" | undefined;
	let done: ((end: "whole" | "broken") => void) | undefined;
	const finish = (end: "whole" | "broken") => {
		over ??= end;
		done?.(over);
		done = undefined;
	};
	return {
		write(chunk: Buffer): void {
			if (over || chunk.length === 0) return;
			stream ??= open(chunk)
				.on("data", take)
				.on("end", () => finish("whole"))
				.on("error", () => finish("broken"));
			stream.write(chunk);
		},
		/** `broken`: the body is not compressed as its `Content-Encoding` says. */
		end(whenDone: (end: "whole" | "broken") => void): void {
			done = whenDone;
			if (over || !stream) finish("whole");
			else stream.end();
		},
		destroy(): void {
			over ??= "broken";
			stream?.destroy();
		},
	};
}
