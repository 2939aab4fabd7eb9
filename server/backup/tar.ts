/** The container of a backup: an ordinary tar (POSIX ustar), so that what is in it can be had without Cauri too. */
import { BackupError } from "#server/backup/backup-error.ts";

const BLOCK = 512;
// What we write is far below; a length that was altered must not fill the memory.
const LARGEST_ENTRY = 256 * 1024 * 1024;

export interface TarEntry {
	name: string;
	content: Buffer;
}

export const TAR_END: Buffer = Buffer.alloc(2 * BLOCK);

/** One entry with all that belongs to it. */
export function tarEntry({ name, content }: TarEntry, at: Date): Buffer {
	if (Buffer.byteLength(name) > 100) throw new Error(`${name} is too long a name for a tar`);
	const header = Buffer.alloc(BLOCK);
	header.write(name, 0);
	const seconds = Math.floor(at.getTime() / 1000);
	const numbers = [
		[0o600, 100, 8],
		[0, 108, 8],
		[0, 116, 8],
		[content.length, 124, 12],
		[seconds, 136, 12],
	] as const;
	for (const [value, place, width] of numbers) header.write(`${octal(value, width - 1)}\0`, place);
	header.write("0", 156);
	header.write("ustar\u000000", 257);
	header.write(`${octal(sumOf(header), 6)}\0 `, 148);
	return Buffer.concat([header, content, Buffer.alloc(padding(content.length))]);
}

/** Entry by entry; a whole one at a time is in memory. Throws a BackupError when it is no tar, or its end is missing. */
export async function* readTar(source: AsyncIterable<Buffer>): AsyncGenerator<TarEntry> {
	const bytes = new ByteReader(source);
	for (;;) {
		const header = await bytes.take(BLOCK);
		if (header.every((byte) => byte === 0)) {
			const rest = await bytes.take(BLOCK);
			if (!rest.every((byte) => byte === 0) || !(await bytes.isAtEnd()))
				throw new BackupError("there is something behind its end");
			return;
		}
		if (Number.parseInt(header.toString("latin1", 148, 155), 8) !== sumOf(header))
			throw new BackupError("the head of an entry is not what was written");
		const size = Number.parseInt(header.toString("latin1", 124, 136), 8);
		if (!(size >= 0 && size <= LARGEST_ENTRY)) throw new BackupError("the length of an entry is not what was written");
		const [name = ""] = header.toString("utf8", 0, 100).split("\0");
		const content = await bytes.take(size);
		await bytes.take(padding(size));
		yield { name, content };
	}
}

function octal(value: number, digits: number): string {
	return value.toString(8).padStart(digits, "0");
}

/** Of all bytes, its own place read as spaces. */
function sumOf(header: Buffer): number {
	return header.reduce((sum, byte, place) => sum + (place >= 148 && place < 156 ? 32 : byte), 0);
}

function padding(size: number): number {
	return (BLOCK - (size % BLOCK)) % BLOCK;
}

class ByteReader {
	readonly #source: AsyncIterator<Buffer>;
	#chunks: Buffer[] = [];
	#length = 0;

	constructor(source: AsyncIterable<Buffer>) {
		this.#source = source[Symbol.asyncIterator]();
	}

	async take(length: number): Promise<Buffer> {
		while (this.#length < length) if (!(await this.#more())) throw new BackupError("it is cut: its end is missing");
		const all = Buffer.concat(this.#chunks);
		this.#chunks = [all.subarray(length)];
		this.#length -= length;
		return all.subarray(0, length);
	}

	async isAtEnd(): Promise<boolean> {
		return this.#length === 0 && !(await this.#more());
	}

	async #more(): Promise<boolean> {
		const { value, done } = await this.#source.next();
		if (done) return false;
		this.#chunks.push(value);
		this.#length += value.length;
		return true;
	}
}
