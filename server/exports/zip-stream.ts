/** A ZIP archive written as its contents arrive, in flat memory: sizes and checksums follow each entry. */
import { crc32 } from "node:zlib";

export interface ZipEntry {
	/** ASCII. */
	name: string;
	content: AsyncIterable<string> | Iterable<string>;
}

/** Width in bytes and value. */
type Field = readonly [2 | 4, number];

interface Written {
	name: Buffer;
	offset: number;
	checksum: number;
	packedBytes: number;
	bytes: number;
}

// 32-bit fields end here; the caller's row limit keeps an archive far below.
const MAX_BYTES = 0xffff_ffff;
const VERSION = 20;
// Bit 3: checksum and sizes come behind the data.
const SIZES_FOLLOW = 0x0008;
const DEFLATE = 8;
// 1 January 1980, the format's first day: an archive says nothing of the machine that made it.
const FIRST_DAY = 0x0021;
const FACTS: readonly Field[] = [
	[2, VERSION],
	[2, SIZES_FOLLOW],
	[2, DEFLATE],
	[2, 0],
	[2, FIRST_DAY],
];

export async function* zipStream(entries: readonly ZipEntry[]): AsyncGenerator<Uint8Array> {
	const written: Written[] = [];
	let offset = 0;
	for (const entry of entries) {
		const record: Written = { name: Buffer.from(entry.name, "ascii"), offset, checksum: 0, packedBytes: 0, bytes: 0 };
		const head = localHeader(record.name);
		yield head;
		for await (const chunk of packed(entry.content, record)) {
			record.packedBytes += chunk.length;
			yield chunk;
		}
		if (record.bytes > MAX_BYTES || offset > MAX_BYTES) throw new Error("the archive is too large for its format");
		yield numbers([4, 0x08074b50], [4, record.checksum], [4, record.packedBytes], [4, record.bytes]);
		offset += head.length + record.packedBytes + 16;
		written.push(record);
	}
	const directory = Buffer.concat(written.map(directoryEntry));
	yield directory;
	const count = written.length;
	yield numbers([4, 0x06054b50], [2, 0], [2, 0], [2, count], [2, count], [4, directory.length], [4, offset], [2, 0]);
}

/** The content deflated; its checksum and size are counted on the way. */
async function* packed(content: ZipEntry["content"], record: Written): AsyncGenerator<Uint8Array> {
	const encoder = new TextEncoder();
	const source = (async function* () {
		for await (const piece of content) {
			const bytes = encoder.encode(piece);
			record.checksum = crc32(bytes, record.checksum);
			record.bytes += bytes.length;
			yield bytes;
		}
	})();
	const plain = new ReadableStream<Uint8Array<ArrayBuffer>>({
		async pull(controller) {
			const next = await source.next();
			if (next.done) controller.close();
			else controller.enqueue(next.value);
		},
		cancel: async () => void (await source.return(undefined)),
	});
	yield* plain.pipeThrough(new CompressionStream("deflate-raw"));
}

function localHeader(name: Buffer): Buffer {
	return Buffer.concat([numbers([4, 0x04034b50], ...FACTS, [4, 0], [4, 0], [4, 0], [2, name.length], [2, 0]), name]);
}

function directoryEntry({ name, checksum, packedBytes, bytes, offset }: Written): Buffer {
	const sizes = numbers([4, checksum], [4, packedBytes], [4, bytes], [2, name.length]);
	// No extra field, no comment, first disk, no attributes.
	const rest = numbers([2, 0], [2, 0], [2, 0], [2, 0], [4, 0], [4, offset]);
	return Buffer.concat([numbers([4, 0x02014b50], [2, VERSION], ...FACTS), sizes, rest, name]);
}

/** Unsigned little-endian fields, one after another. */
function numbers(...fields: Field[]): Buffer {
	const buffer = Buffer.alloc(fields.reduce((length, [width]) => length + width, 0));
	let at = 0;
	for (const [width, value] of fields) at = buffer.writeUIntLE(value, at, width);
	return buffer;
}
