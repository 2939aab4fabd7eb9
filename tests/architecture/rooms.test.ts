import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { ROOMS } from "#tests/architecture/import-table.ts";
import { type Arrow, readArrows, sourceFiles } from "#tests/architecture/read-imports.ts";
import { ADDRESSES, STACKS, TOP, UNORDERED } from "#tests/architecture/stacks.ts";

const MOST_FILES = 25;

/** Below the last room lies the ground, unless it is the top. Null for what is not of this hall, or in a room that nobody named. */
function heightOf(path: string, hall: string): number | null {
	if (!path.startsWith(`${hall}/`)) return null;
	const rooms = STACKS[hall] ?? [];
	const [room = "", ...rest] = path.slice(hall.length + 1).split("/");
	if (rest.length === 0) return rooms.includes(TOP) ? rooms.length : 0;
	return rooms.includes(room) ? rooms.length - rooms.indexOf(room) : null;
}

function risesIn(hall: string, { from, to }: Arrow): boolean {
	const [here, there] = [heightOf(from, hall), heightOf(to, hall)];
	return here !== null && there !== null && there > here;
}

test.each(Object.keys(STACKS))("in %s each file stands in a room that has its height, or on the ground", (hall) => {
	const files = sourceFiles().filter((file) => file.startsWith(`${hall}/`));
	expect(files.length).toBeGreaterThan(10);
	expect(files.filter((file) => heightOf(file, hall) === null)).toEqual([]);
	expect(
		STACKS[hall]?.filter((room) => !files.some((file) => file.startsWith(`${hall}/${room}/`)) && room !== TOP),
	).toEqual([]);
});

test.each(Object.keys(STACKS))("in %s no room uses one above it", (hall) => {
	const rising = readArrows().filter((arrow) => risesIn(hall, arrow));
	expect(rising.map(({ from, to }) => `${from} → ${to}`)).toEqual([]);
});

test("the stacks would catch what rises", () => {
	const hall = "server/payments";
	expect(risesIn(hall, { from: `${hall}/rules/facts.ts`, to: `${hall}/send/send-payment.ts` })).toBe(true);
	expect(risesIn(hall, { from: `${hall}/move-payment.ts`, to: `${hall}/stop/sending-stop.ts` })).toBe(true);
	expect(risesIn(hall, { from: `${hall}/send/send-payment.ts`, to: `${hall}/rules/facts.ts` })).toBe(false);
});

/** Every folder of the product in which files stand. */
function filledFolders(): string[] {
	return ["app", "components", "lib", "server"]
		.flatMap((top) => [
			top,
			...readdirSync(top, { recursive: true, withFileTypes: true })
				.filter((entry) => entry.isDirectory())
				.map((entry) => join(entry.parentPath, entry.name)),
		])
		.filter((folder) => filesIn(folder).length > 0);
}

function filesIn(folder: string): string[] {
	return readdirSync(folder, { withFileTypes: true })
		.filter((entry) => entry.isFile())
		.map(({ name }) => name);
}

const NAMED = new Set([
	...["app", "components", "lib", "server"],
	...ROOMS,
	...Object.entries(STACKS).flatMap(([hall, rooms]) => rooms.map((room) => `${hall}/${room}`)),
	...UNORDERED,
	...ADDRESSES,
]);

/** What Next asks for by its name, where an address leads. */
const OF_AN_ADDRESS = /^(page|route|layout|loading|error|not-found|forbidden)\.tsx?$/;

function isNamed(folder: string, files: readonly string[]): boolean {
	if (NAMED.has(folder)) return true;
	return (
		ADDRESSES.some((address) => folder.startsWith(`${address}/`)) && files.every((file) => OF_AN_ADDRESS.test(file))
	);
}

test("every folder in which files stand is a room that the tables name, or an address; and they name no other", () => {
	const folders = filledFolders();
	expect(folders.filter((folder) => !isNamed(folder, filesIn(folder)))).toEqual([]);
	const all = new Set(
		folders.flatMap((folder) => folder.split("/").map((_, at, parts) => parts.slice(0, at + 1).join("/"))),
	);
	const rooms = [...NAMED].filter((room) => !/\.ts$|\/\.$|^tests$/.test(room));
	expect(rooms.filter((room) => !all.has(room))).toEqual([]);
});

test("a room that nobody named would be found", () => {
	expect(isNamed("server/payments/refund", ["refund-payment.ts"])).toBe(false);
	expect(isNamed("lib/extra", ["extra.ts"])).toBe(false);
	expect(isNamed("app/(desk)/refunds", ["page.tsx"])).toBe(true);
	expect(isNamed("app/(desk)/refunds", ["page.tsx", "refund-table.tsx"])).toBe(false);
});

test("docs/architecture.md has a word on each room", () => {
	const text = readFileSync("docs/architecture.md", "utf8");
	const rooms = [...Object.values(STACKS).flat(), ...UNORDERED].filter((room) => room !== TOP);
	expect(rooms.filter((room) => !text.includes(`\`${room}\``))).toEqual([]);
});

/** The first cells of the first table below a line. */
function tableBelow(line: string, text: string): string[] {
	const [, below = ""] = text.split(`\n${line}\n`);
	const table = /(?:^\|.*\n)+/m.exec(below)?.[0] ?? "";
	return [...table.matchAll(/^\| `([^`]+)` +\|/gm)].map(([, cell = ""]) => cell);
}

test("no folder holds more files than one looks over, but for those whose reason stands in docs/architecture.md, once and while it is true", () => {
	const reasons = tableBelow(
		`Folders of more than ${MOST_FILES} files, and why:`,
		readFileSync("docs/architecture.md", "utf8"),
	);
	const full = filledFolders().filter((folder) => filesIn(folder).length > MOST_FILES);
	expect(reasons.sort()).toEqual(full.sort());
});
