/**
 * Takes off the compression that a proxy put on although we asked for none (`accept-encoding: identity`): a payout must not
 * become unknown because somebody compresses. Piece by piece, so that what came of a cut answer is kept too, and a bomb ends
 * at the cap on decoded bytes.
 */
import { pipeline } from "node:stream";
import { constants, createBrotliDecompress, createGunzip, createInflate, createInflateRaw } from "node:zlib";

type Decompressor = ReturnType<typeof createGunzip> | ReturnType<typeof createBrotliDecompress>;
type Open = (first: Buffer) => Decompressor;

// What was cut off gives what came of it; whether it is whole, the answer's own framing and its JSON tell.
const ZLIB = { finishFlush: constants.Z_SYNC_FLUSH };
const BROTLI = { finishFlush: constants.BROTLI_OPERATION_FLUSH };

/** One encoding alone: nobody who means well stacks them. */
const DECOMPRESSORS = new Map<string, Open>([
	["gzip", () => createGunzip(ZLIB)],
	["x-gzip", () => createGunzip(ZLIB)],
	["br", () => createBrotliDecompress(BROTLI)],
	// Some send it without the head that the standard asks for: its first byte says which.
	["deflate", (first) => (((first[0] ?? 0) & 0x0f) === 8 ? createInflate(ZLIB) : createInflateRaw(ZLIB))],
]);

export function decompressorOf(contentEncoding: string | undefined): Open | undefined {
	return DECOMPRESSORS.get((contentEncoding ?? "").trim().toLowerCase());
}

/** The same for a body that is read as a stream. Throws what the body or the decompression throws. */
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

/** Was it not compressed as its head said? */
export function isBroken(error: unknown): boolean {
	const { code } = (error ?? {}) as { code?: unknown };
	return typeof code === "string" && /^(Z_|ERR_BROTLI|ERR__ERROR_FORMAT)/.test(code);
}

export interface BodyDecoder {
	/** Encoded bytes as they come. */
	write(chunk: Buffer): void;
	/** No more comes. `broken`: it was not what its head said. */
	end(done: (end: "whole" | "broken") => void): void;
	/** Nobody needs the rest. */
	destroy(): void;
}

/** `take` is given the decoded bytes, in order. */
export function openDecoder(open: Open, take: (chunk: Buffer) => void): BodyDecoder {
	let stream: Decompressor | undefined;
	let over: "whole" | "broken" | undefined;
	let done: ((end: "whole" | "broken") => void) | undefined;
	const finish = (end: "whole" | "broken") => {
		over ??= end;
		done?.(over);
		done = undefined;
	};
	return {
		write(chunk) {
			if (over || chunk.length === 0) return;
			stream ??= open(chunk)
				.on("data", take)
				.on("end", () => finish("whole"))
				.on("error", () => finish("broken"));
			stream.write(chunk);
		},
		end(whenDone) {
			done = whenDone;
			if (over || !stream) finish("whole");
			else stream.end();
		},
		destroy() {
			over ??= "broken";
			stream?.destroy();
		},
	};
}
