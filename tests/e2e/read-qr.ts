/**
 * Reads the text of a QR code from its modules (ISO/IEC 18004), so that a drawn code is known to be the link and not merely a
 * pattern. For undamaged codes: byte mode, level M, versions 1 to 6; error correction is not used.
 */

/** Level M, by version: all data bytes, and the number of blocks that they are split into. */
const BLOCKS: readonly { bytes: number; blocks: number }[] = [
	{ bytes: 16, blocks: 1 },
	{ bytes: 28, blocks: 1 },
	{ bytes: 44, blocks: 1 },
	{ bytes: 64, blocks: 2 },
	{ bytes: 86, blocks: 2 },
	{ bytes: 108, blocks: 4 },
];
const MASKS: readonly ((x: number, y: number) => boolean)[] = [
	(x, y) => (x + y) % 2 === 0,
	(_, y) => y % 2 === 0,
	(x) => x % 3 === 0,
	(x, y) => (x + y) % 3 === 0,
	(x, y) => (Math.floor(y / 2) + Math.floor(x / 3)) % 2 === 0,
	(x, y) => ((x * y) % 2) + ((x * y) % 3) === 0,
	(x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2 === 0,
	(x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2 === 0,
];
const FORMAT_MASK = 0b101_0100_0001_0010;
const LEVEL_M = 0b00;
const BYTE_MODE = 0b0100;

/** `path`: the squares (`M<x> <y>h1v1h-1z`) that lib/qr-path.ts makes. */
export function readQrPath(path: string): string {
	const dark = [...path.matchAll(/M(\d+) (\d+)h1v1h-1z/g)].map(([, x, y]) => ({ x: Number(x), y: Number(y) }));
	const edge = Math.min(...dark.map(({ x }) => x));
	const size = Math.max(...dark.map(({ x }) => x)) - edge + 1;
	const squares = new Set(dark.map(({ x, y }) => `${x - edge} ${y - edge}`));
	return readQr(size, (x, y) => squares.has(`${x} ${y}`));
}

function readQr(size: number, isDark: (x: number, y: number) => boolean): string {
	const version = (size - 17) / 4;
	const layout = BLOCKS[version - 1];
	if (!layout) throw new Error(`no QR code of version 1 to 6: ${size} modules`);
	const format = bits(15, (index) => isDark(...formatPlace(index))) ^ FORMAT_MASK;
	if (format >> 13 !== LEVEL_M) throw new Error("not of level M");
	const mask = MASKS[(format >> 10) & 0b111];
	const stream = dataPlaces(size, version).map(([x, y]) => isDark(x, y) !== mask?.(x, y));
	const bytes = Array.from({ length: layout.bytes }, (_, index) => bits(8, (bit) => stream[index * 8 + bit] === true));
	return readText(deinterleave(bytes, layout));
}

/** Places of the format bits around the upper-left finder, most significant bit first. */
function formatPlace(index: number): [number, number] {
	if (index < 8) return [index < 6 ? index : index === 6 ? 7 : 8, 8];
	return [8, index === 8 ? 7 : 14 - index];
}

/** Places of the data in reading order: two columns at a time from the right, up and down in turn. */
function dataPlaces(size: number, version: number): [number, number][] {
	const places: [number, number][] = [];
	let upwards = true;
	for (let right = size - 1; right > 0; right -= 2) {
		if (right === 6) right = 5;
		for (let step = 0; step < size; step++) {
			const y = upwards ? size - 1 - step : step;
			for (const x of [right, right - 1]) if (!isReserved(x, y, size, version)) places.push([x, y]);
		}
		upwards = !upwards;
	}
	return places;
}

function isReserved(x: number, y: number, size: number, version: number): boolean {
	const inFinder = (x < 9 && y < 9) || (x >= size - 8 && y < 9) || (x < 9 && y >= size - 8);
	// Versions 2 to 6 have one alignment pattern, its middle seven modules from the right and the lower edge.
	const inAlignment = version > 1 && Math.abs(x - (size - 7)) <= 2 && Math.abs(y - (size - 7)) <= 2;
	return inFinder || inAlignment || x === 6 || y === 6;
}

function deinterleave(bytes: readonly number[], { blocks }: { blocks: number }): number[] {
	return Array.from({ length: blocks }, (_, block) => bytes.filter((_, index) => index % blocks === block)).flat();
}

function readText(bytes: readonly number[]): string {
	const nibbles = bytes.flatMap((byte) => [byte >> 4, byte & 15]);
	if (nibbles[0] !== BYTE_MODE) throw new Error(`not in byte mode: ${nibbles[0]}`);
	const pair = (at: number) => ((nibbles[at] ?? 0) << 4) | (nibbles[at + 1] ?? 0);
	const text = Uint8Array.from({ length: pair(1) }, (_, index) => pair(3 + index * 2));
	return new TextDecoder("utf-8", { fatal: true }).decode(text);
}

function bits(count: number, isSet: (index: number) => boolean): number {
	return Array.from({ length: count }, (_, index) => isSet(index)).reduce(
		(value, set) => (value << 1) | (set ? 1 : 0),
		0,
	);
}
