/** What browsers fetch of a build is compressed once, with it, and not for each browser anew: a first page asks for some fifteen files. */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";

const TEXT = /\.(?:js|css)$/;
// The two steps above it take four times as long, for 3 % less.
const QUALITY = 9;

/** `name.br` and `name.gz` beside each text of the folder and those below it. */
export function packAssets(folder: string): void {
	for (const name of readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((each) => TEXT.test(each))) {
		const text = readFileSync(join(folder, name));
		const params = { [constants.BROTLI_PARAM_QUALITY]: QUALITY, [constants.BROTLI_PARAM_SIZE_HINT]: text.length };
		writeFileSync(join(folder, `${name}.br`), brotliCompressSync(text, { params }));
		writeFileSync(join(folder, `${name}.gz`), gzipSync(text, { level: constants.Z_BEST_COMPRESSION }));
	}
}
