import fc from "fast-check";
import { expect, test } from "vitest";
import { readTar, TAR_END, type TarEntry, tarEntry } from "#server/backup/tar.ts";

const AT = new Date("2026-03-10T09:00:00Z");
const entries = fc.array(
	fc.record({
		name: fc.stringMatching(/^[a-z/]{1,100}$/),
		content: fc.uint8Array({ maxLength: 2_000 }).map((bytes) => Buffer.from(bytes)),
	}),
	{ maxLength: 5 },
);

async function* inPieces(all: Buffer, size: number): AsyncGenerator<Buffer> {
	for (let at = 0; at < all.length; at += size) yield all.subarray(at, at + size);
}

async function read(all: Buffer, size = 700): Promise<TarEntry[]> {
	const list: TarEntry[] = [];
	for await (const entry of readTar(inPieces(all, size))) list.push(entry);
	return list;
}
const pack = (list: readonly TarEntry[]) => Buffer.concat([...list.map((entry) => tarEntry(entry, AT)), TAR_END]);

test("what is packed comes out again, in whatever pieces it is read", async () => {
	await fc.assert(
		fc.asyncProperty(entries, fc.integer({ min: 1, max: 3_000 }), async (list, size) => {
			expect(await read(pack(list), size)).toEqual(list);
		}),
	);
});

test("cut anywhere, it is never taken for whole", async () => {
	await fc.assert(
		fc.asyncProperty(entries, fc.nat(), async (list, at) => {
			const all = pack(list);
			await expect(read(all.subarray(0, at % all.length))).rejects.toThrow("it is truncated");
		}),
	);
});

test("what stands behind its end is not passed over", async () => {
	await expect(read(Buffer.concat([pack([]), Buffer.from("more")]))).rejects.toThrow("data after its end");
});
