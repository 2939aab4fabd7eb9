/** A ZIP archive written as its contents arrive, in flat memory: sizes and checksums follow each entry. */
import { Readable } from "node:stream";
import { ZipFile } from "yazl";

export interface ZipEntry {
	/** ASCII. */
	name: string;
	content: AsyncIterable<string> | Iterable<string>;
}

// The format's first day: an archive says nothing of when and where it was made.
const FIRST_DAY = { mtime: new Date(1980, 0, 1), forceDosTimestamp: true };

/** Throws what a content throws; one that is left early leaves its content too. */
export async function* zipStream(entries: readonly ZipEntry[]): AsyncGenerator<Uint8Array> {
	const archive = new ZipFile();
	const open = new Set<Readable>();
	// Made by yazl as a stream of its own, which its types call by the interface alone.
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
		// Who is piped from hears nothing of the reader's end.
		for (const source of open) source.destroy();
	}
}
