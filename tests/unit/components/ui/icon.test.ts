import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

const css = readFileSync("app/icons.css", "utf8");
const named = [...readFileSync("components/ui/icon.tsx", "utf8").matchAll(/^\t\| "([\w-]+)"/gm)].map(
	([, name]) => name,
);

test("every icon that has a name has its own square of the picture, and every square a name", () => {
	const places = [...css.matchAll(/\.i-([\w-]+) \{\s+--icon: (\d+);/g)].map(([, name, place]) => [name, Number(place)]);
	const squares = [...css.matchAll(/<g transform='translate\((\d+)\)'>/g)].map(([, left]) => Number(left) / 24);
	expect(places.map(([name]) => name)).toEqual(named);
	expect(places.map(([, place]) => place)).toEqual(squares);
	expect(squares).toEqual(squares.map((_, index) => index));
});

test("the picture is as wide as its squares", () => {
	const [, width] = /<svg [^>]*\swidth='(\d+)'/.exec(css) ?? [];
	const [, last, percent] = /var\(--icon\) \/ (\d+)\) 0 \/ (\d+)%/.exec(css) ?? [];
	expect([Number(width) / 24, Number(last) + 1, Number(percent) / 100]).toEqual(Array(3).fill(named.length));
});
