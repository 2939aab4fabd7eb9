import fc from "fast-check";
import { expect, test } from "vitest";
import { zipStream } from "#server/exports/zip-stream.ts";
import { unpack } from "#tests/support/files/read-book.ts";
import { readBytes } from "#tests/support/files/read-file.ts";

const entry = fc.record({
	name: fc.stringMatching(/^[a-z]{1,8}(\/[a-z]{1,8}\.xml)?$/),
	content: fc.array(fc.string({ unit: "grapheme", maxLength: 300 }), { maxLength: 5 }),
});

test("every entry of an archive comes out as it went in, whatever its pieces", async () => {
	await fc.assert(
		fc.asyncProperty(fc.uniqueArray(entry, { maxLength: 5, selector: ({ name }) => name }), async (entries) => {
			const parts = await unpack(await readBytes(zipStream(entries)));
			expect([...parts]).toEqual(entries.map(({ name, content }) => [name, content.join("")]));
		}),
	);
});

test("a content that fails breaks the archive off with its fault: it never looks whole", async () => {
	const fault = new Error("the database is away");
	const content = (async function* () {
		yield "a".repeat(100_000);
		throw fault;
	})();
	await expect(readBytes(zipStream([{ name: "a.xml", content }]))).rejects.toBe(fault);
});

test("an archive that nobody takes is not written: it asks for little ahead, and one left early lets its content go", async () => {
	let [asked, left] = [0, false];
	const content = (async function* () {
		try {
			for (;;) {
				asked += 1;
				// Data that does not compress fills every buffer.
				yield Array.from({ length: 10_000 }, (_, at) =>
					((at * 2_654_435_761 * asked) % 4_294_967_296).toString(36),
				).join("");
			}
		} finally {
			left = true;
		}
	})();
	const archive = zipStream([{ name: "endless.xml", content }]);
	await archive.next();
	const before = await settledCount(() => asked);
	expect(before).toBeLessThan(50);
	await archive.return(undefined);
	await expect.poll(() => left).toBe(true);
	expect(await archive.next()).toEqual({ done: true, value: undefined });
});

/** Returns the count once it has stayed the same for many turns of the event loop. */
async function settledCount(count: () => number): Promise<number> {
	let [last, same] = [count(), 0];
	while (same < 1_000) {
		await new Promise((resolve) => setImmediate(resolve));
		same = count() === last ? same + 1 : 0;
		last = count();
	}
	return last;
}
