/** A text with an element needs a tag for it: with a plain argument, the page shows nothing in its place. */
import { expect, test } from "vitest";
import en from "#lib/i18n/en.json" with { type: "json" };
import fr from "#lib/i18n/fr.json" with { type: "json" };
import { readSource, sourceFiles } from "#tests/architecture/read-imports.ts";

const RICH = /\.rich\(\s*"([\w.]+)",\s*\{([^;]*?)\}\)/g;

function textAt(messages: object, path: string): string | null {
	const found = path.split(".").reduce<unknown>((at, key) => (at as Record<string, unknown> | null)?.[key], messages);
	return typeof found === "string" ? found : null;
}

/** Texts that lack the tag of an element that they are given, as `file key element`. */
function missingTags(file: string, source: string): { read: number; missing: string[] } {
	const spaces = [...source.matchAll(/useTranslations\((?:"([\w.]+)")?\)/g)].map(([, space]) => space);
	const missing = new Set<string>();
	let read = 0;
	for (const [, key = "", given = ""] of source.matchAll(RICH))
		for (const space of spaces)
			for (const messages of [en, fr]) {
				const text = textAt(messages, space ? `${space}.${key}` : key);
				if (text === null) continue;
				read += 1;
				for (const [, name] of given.matchAll(/(\w+): \(\w*\) =>/g))
					if (new RegExp(`\\{${name}\\b`).test(text)) missing.add(`${file} ${key} ${name}`);
			}
	return { read, missing: [...missing] };
}

test("each text has a tag for the element that it is given", () => {
	const files = sourceFiles().filter((file) => /^(app|components)\/.*\.tsx$/.test(file));
	const found = files.map((file) => missingTags(file, readSource(file)));
	expect(found.flatMap(({ missing }) => missing)).toEqual([]);
	expect(found.reduce((sum, { read }) => sum + read, 0)).toBeGreaterThan(100);
});

test("a text that has a plain value for an element would be found", () => {
	const source = `const t = useTranslations("payments"); t.rich("form.available", { amount: () => <b>1</b> })`;
	const key = "form.available";
	expect(textAt(en, `payments.${key}`) ?? "").toContain("{amount}");
	expect(missingTags("a.tsx", source).missing).toEqual([`a.tsx ${key} amount`]);
});
