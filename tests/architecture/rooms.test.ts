import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { type Arrow, readArrows, sourceFiles } from "#tests/architecture/read-imports.ts";
import { STACKS } from "#tests/architecture/stacks.ts";

const MOST_FILES = 25;

/** Below the last room lies the ground. Null for what is not of this hall, or in a room that nobody named. */
function heightOf(path: string, hall: string): number | null {
	if (!path.startsWith(`${hall}/`)) return null;
	const rooms = STACKS[hall] ?? [];
	const [room = "", ...rest] = path.slice(hall.length + 1).split("/");
	if (rest.length === 0) return 0;
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
	const used = new Set(
		files.map((file) =>
			file
				.slice(hall.length + 1)
				.split("/")
				.at(-2),
		),
	);
	expect(STACKS[hall]?.filter((room) => !used.has(room))).toEqual([]);
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

test("no folder holds more files than one looks over, but for those whose reason stands in docs/architecture.md", () => {
	const folders = ["app", "components", "lib", "server"].flatMap((top) => [
		top,
		...readdirSync(top, { recursive: true, withFileTypes: true })
			.filter((entry) => entry.isDirectory())
			.map((entry) => join(entry.parentPath, entry.name)),
	]);
	const text = readFileSync("docs/architecture.md", "utf8");
	const full = folders.filter(
		(folder) => readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isFile()).length > MOST_FILES,
	);
	expect(full.filter((folder) => !text.includes(`| \`${folder}\` |`))).toEqual([]);
});
