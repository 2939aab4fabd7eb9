/** The parts of a workbook's archive, each read as a stream of tags: nothing is unpacked as a whole. */
import { SaxesParser, type SaxesTagPlain } from "saxes";
import yauzl, { type Entry, type ZipFile } from "yauzl";

// A workbook of 10,000 rows unpacks to about 5 MB; one above this limit is not a list of payouts.
const MOST_INSIDE = 100 * 1_024 * 1_024;

interface Handlers {
	/** Returns false when the handler has seen enough: the rest of the part is not unpacked. */
	open?: (tag: SaxesTagPlain) => unknown;
	text?: (text: string) => void;
	close?: (name: string) => unknown;
}

/** Walks a part, whatever the case of its name; a missing part has no tags. */
export type WalkPart = (name: string, handlers: Handlers) => Promise<void>;

/** Throws on an archive that cannot be read, or that declares far more inside than a list of payouts has. */
export async function openParts(bytes: Buffer): Promise<WalkPart> {
	const zip = await open(bytes);
	const entries = await listEntries(zip);
	return async (name, handlers) => {
		const entry = entries.get(name.toLowerCase());
		if (entry) await walk(zip, entry, handlers);
	};
}

function open(bytes: Buffer): Promise<ZipFile> {
	return new Promise((resolve, reject) => {
		yauzl.fromBuffer(bytes, { lazyEntries: true }, (error, zip) => (zip ? resolve(zip) : reject(error)));
	});
}

/** The sizes that the archive declares are checked here; yauzl refuses a part that has another size. */
function listEntries(zip: ZipFile): Promise<Map<string, Entry>> {
	return new Promise((resolve, reject) => {
		const entries = new Map<string, Entry>();
		let size = 0;
		zip.on("entry", (entry: Entry) => {
			size += entry.uncompressedSize;
			if (size > MOST_INSIDE) return reject(new Error("too much inside"));
			entries.set(entry.fileName.toLowerCase(), entry);
			zip.readEntry();
		});
		zip.on("end", () => resolve(entries));
		zip.on("error", reject);
		zip.readEntry();
	});
}

function openStream(zip: ZipFile, entry: Entry): Promise<NodeJS.ReadableStream> {
	return new Promise((resolve, reject) => {
		zip.openReadStream(entry, (error, stream) => (stream ? resolve(stream) : reject(error)));
	});
}

/** saxes loads no external entities, and refuses entities that a document declares. */
async function walk(zip: ZipFile, entry: Entry, handlers: Handlers): Promise<void> {
	const parser = new SaxesParser();
	let isEnough = false;
	const note = (answer: unknown) => {
		if (answer === false) isEnough = true;
	};
	parser.on("error", (error) => {
		throw error;
	});
	parser.on("opentag", (tag) => isEnough || note(handlers.open?.({ ...tag, name: local(tag.name) })));
	parser.on("text", (text) => isEnough || handlers.text?.(text));
	parser.on("cdata", (text) => isEnough || handlers.text?.(text));
	parser.on("closetag", ({ name }) => isEnough || note(handlers.close?.(local(name))));
	const decoder = new TextDecoder();
	for await (const chunk of await openStream(zip, entry)) {
		parser.write(decoder.decode(chunk as Buffer, { stream: true }));
		if (isEnough) return;
	}
	parser.write(decoder.decode()).close();
}

function local(name: string): string {
	return name.slice(name.indexOf(":") + 1);
}
