import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

const css = readFileSync("app/globals.css", "utf8");
const colours = Object.fromEntries(
	[...css.matchAll(/--color-([\w-]+): light-dark\((#\w{6}), (#\w{6})\)/g)].map(
		([, name = "", light = "", dark = ""]) => [name, { light, dark }],
	),
);
const backgrounds = Object.keys(colours).filter((name) => /^(paper|surface|sunken)$|-soft$/.test(name));

/** The relative luminance of WCAG 2. */
function luminance(hex: string): number {
	const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
		const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
		return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
	});
	return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
	const [less = 0, more = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b);
	return (more + 0.05) / (less + 0.05);
}

/** Pairs below the contrast, in both themes. */
function tooLow(names: readonly string[], least: number): string[] {
	return names.flatMap((name) =>
		backgrounds.flatMap((background) =>
			(["light", "dark"] as const)
				.map((theme) => [theme, contrast(colours[name]?.[theme] ?? "", colours[background]?.[theme] ?? "")] as const)
				.filter(([, found]) => !(found >= least))
				.map(([theme, found]) => `${name} on ${background}, ${theme}: ${found.toFixed(2)}`),
		),
	);
}

test("borders of fields and the ring of the focus have contrast 3 : 1 with every background", () => {
	expect(backgrounds).toHaveLength(8);
	expect(tooLow(["line-field", "accent"], 3)).toEqual([]);
});

test("text has contrast 4.5 : 1 with every background", () => {
	expect(tooLow(["ink", "ink-2", "ink-3"], 4.5)).toEqual([]);
});
