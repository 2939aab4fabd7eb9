import { expect, test } from "vitest";
import { type Arrow, readArrows } from "#tests/architecture/read-imports.ts";

/** Groups of files of which each reaches each other, by Tarjan's walk; types count as well. */
function circlesOf(arrows: readonly Arrow[]): string[][] {
	const next = Map.groupBy(arrows, ({ from }) => from);
	const [found, open] = [new Map<string, number>(), [] as string[]];
	const circles: string[][] = [];
	const visit = (file: string): number => {
		found.set(file, found.size);
		let low = found.size - 1;
		const own = low;
		open.push(file);
		for (const { to } of next.get(file) ?? []) {
			if (!found.has(to)) low = Math.min(low, visit(to));
			else if (open.includes(to)) low = Math.min(low, found.get(to) ?? low);
		}
		if (low === own) {
			const circle = open.splice(open.indexOf(file));
			if (circle.length > 1) circles.push(circle.sort());
		}
		return low;
	};
	for (const file of next.keys()) if (!found.has(file)) visit(file);
	return circles;
}

test("no file leads back to itself, of the product or of its tests", () => {
	const arrows = readArrows();
	expect(arrows.length).toBeGreaterThan(1_000);
	expect(arrows.filter(({ from }) => from.startsWith("tests/")).length).toBeGreaterThan(1_000);
	expect(circlesOf(arrows)).toEqual([]);
});

test("a circle would be found, however long", () => {
	const arrow = (from: string, to: string): Arrow => ({ from, to });
	const ring = [arrow("a", "b"), arrow("b", "c"), arrow("c", "d"), arrow("d", "b"), arrow("a", "e")];
	expect(circlesOf(ring)).toEqual([["b", "c", "d"]]);
	expect(circlesOf(ring.slice(0, 3))).toEqual([]);
});
