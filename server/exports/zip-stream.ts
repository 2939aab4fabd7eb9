/** Writes a ZIP archive while its contents arrive, in constant memory: sizes and checksums follow each entry. */
import { Readable } from "node:stream";
import { ZipFile } from "yazl";

export interface ZipEntry {
	name: string;
	content: AsyncIterable<string> | Iterable<string>;
}

// The format's first day: an archive does not reveal when it was made.
const FIRST_DAY = { mtime: new Date(1980, 0, 1), forceDosTimestamp: true };

/** Throws errors of the contents. Stopping early also closes the contents. */
export async function* zipStream(entries: readonly ZipEntry[]): AsyncGenerator<Uint8Array> {
	const archive = new ZipFile();
	const open = new Set<Readable>();
	// yazl creates a real Readable; its types name only the interface.
	const out = archive.outputStream as Readable;
	archive.on("error", (error: Error) => out.destroy(error));
	for (const { name, content } of entries)
		archive.addReadStreamLazy(name, FIRST_DAY, (give) => {
			const source = Readable.from(content, { objectMode: false });
			open.add(source);
			source.once("error", (error) => out.destroy(error)).once("close", () => open.delete(source));
			give(null, source);
		});
	archive.end();
	try {
		yield* out;
	} finally {
		// A piped source does not learn that the reader has gone.
		for (const source of open) source.destroy();
	}
}
