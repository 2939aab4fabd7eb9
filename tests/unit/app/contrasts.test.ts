import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

const COLOUR = /--color-([\w-]+): light-dark\((#\w{6}), (#\w{6})\)/g;
const colours = [...readFileSync("app/globals.css", "utf8").matchAll(COLOUR)];
const backgrounds = colours.filter(([, name = ""]) => /^(paper|surface|sunken)$|-soft$/.test(name));

/** The relative luminance of WCAG 2. */
function luminance(hex = ""): number {
	const parts = [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255);
	const linear = parts.map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
	return [0.2126, 0.7152, 0.0722].reduce((sum, weight, at) => sum + weight * (linear[at] ?? 0), 0);
}

function contrast(...pair: [string?, string?]): number {
	const [less = 0, more = 0] = pair.map(luminance).toSorted((a, b) => a - b);
	return (more + 0.05) / (less + 0.05);
}

test.each([
	["line-field", 3],
	["accent", 3],
	["ink-3", 4.5],
])("%s has contrast %d : 1 with every background, in both themes", (name, least) => {
	const [, , ...sides] = colours.find((colour) => colour[1] === name) ?? [];
	expect([sides.length, backgrounds.length]).toEqual([2, 8]);
	const low = backgrounds.filter((colour) => sides.some((side, at) => contrast(side, colour[at + 2]) < least));
	expect(low.map(([text]) => text)).toEqual([]);
});
