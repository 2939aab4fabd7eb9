/** What docs/architecture.md says of who may import whom is what the table says that the imports are held to. */
import { expect, test } from "vitest";
import { GROUND, MAY_IMPORT, ROOMS, type Room, STORE, VERB, VERBS } from "#tests/architecture/import-table.ts";
import { readSource } from "#tests/architecture/read-imports.ts";

const SETS: Record<string, readonly Room[]> = {
	"the ground": GROUND,
	"the store": STORE,
	verbs: VERBS,
	"what a verb may": VERB,
	nothing: [],
};

/** "`access`, the ground: never `app`" → what stands before the first remark. */
function namesOf(cell: string): string[] {
	const [list = ""] = cell.split(/[;:]/);
	return list.split(",").map((name) => name.trim().replaceAll("`", ""));
}

function roomOf(name: string): Room {
	const room = ROOMS.find((each) => [name, `server/${name}`, `server/${name}.ts`].includes(each));
	if (!room) throw new Error(`"${name}" is no room of the table`);
	return room;
}

function sorted(rooms: readonly Room[]): Room[] {
	return [...new Set(rooms)].sort();
}

const [, section = ""] = readSource("docs/architecture.md").split("### Who may import whom\n");
const rows = section
	.slice(0, section.indexOf("\n### "))
	.split("\n")
	.filter((line) => line.startsWith("| `"))
	.map((line) => line.slice(2, -2).split(" | ") as [from: string, to: string])
	.flatMap(([from, to]) => namesOf(from).map((name) => ({ room: roomOf(name), to })));

test("each room has one row on the page", () => {
	expect(rows.map(({ room }) => room).sort()).toEqual([...ROOMS].sort());
});

test.each(rows)("of $room the page says what the table says", ({ room, to }) => {
	const allowed = MAY_IMPORT[room];
	if (allowed === "anything") return expect(to).toBe("anything");
	// A room may always import itself.
	const named = namesOf(to).flatMap((name) => SETS[name] ?? [roomOf(name)]);
	expect(sorted([...named, room])).toEqual(sorted([...allowed, room]));
});
