/** The container of a backup: an ordinary tar (POSIX ustar), readable without Cauri. */
import { UserFacingError } from "#server/errors.ts";

const BLOCK = 512;
// Far larger than any entry that we write; an altered length must not exhaust the memory.
const LARGEST_ENTRY = 256 * 1024 * 1024;

export interface TarEntry {
	name: string;
	content: Buffer;
}

export const TAR_END: Buffer = Buffer.alloc(2 * BLOCK);

export function tarEntry({ name, content }: TarEntry, at: Date): Buffer {
	if (Buffer.byteLength(name) > 100) throw new Error(`the name ${name} is too long for a tar file`);
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

/** Reads one whole entry at a time into memory. Throws a UserFacingError when the file is no tar or is cut off. */
export async function* readTar(source: AsyncIterable<Buffer>): AsyncGenerator<TarEntry> {
	const bytes = new ByteReader(source);
	for (;;) {
		const header = await bytes.take(BLOCK);
		if (header.every((byte) => byte === 0)) {
			const rest = await bytes.take(BLOCK);
			if (!rest.every((byte) => byte === 0) || !(await bytes.isAtEnd()))
				throw new UserFacingError("there is data after its end");
			return;
		}
		if (Number.parseInt(header.toString("latin1", 148, 155), 8) !== sumOf(header))
			throw new UserFacingError("an entry's header is damaged");
		const size = Number.parseInt(header.toString("latin1", 124, 136), 8);
		if (!(size >= 0 && size <= LARGEST_ENTRY)) throw new UserFacingError("an entry's length is damaged");
		const [name = ""] = header.toString("utf8", 0, 100).split("\0");
		const content = await bytes.take(size);
		await bytes.take(padding(size));
		yield { name, content };
	}
}

function octal(value: number, digits: number): string {
	return value.toString(8).padStart(digits, "0");
}

/** Returns the sum of all bytes, with the checksum field read as spaces. */
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
		while (this.#length < length) if (!(await this.#more())) throw new UserFacingError("it is truncated");
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
