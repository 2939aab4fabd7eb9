import { existsSync, readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { readSource } from "#tests/architecture/read-imports.ts";

const PAGES = ["README.md", "CONTRIBUTING.md", "SECURITY.md", "CHANGELOG.md"].concat(
	readdirSync("docs", { recursive: true, encoding: "utf8" })
		.filter((name) => name.endsWith(".md"))
		.map((name) => join("docs", name)),
);
const LINK = /\]\(([^)#\s]*)(?:#([^)]*))?\)/g;

/** GitHub's anchor of a heading: lower case, blanks as hyphens, other punctuation gone. */
function anchorsOf(page: string): string[] {
	return [...readSource(page).matchAll(/^#+ (.+)$/gm)].map(([, heading = ""]) =>
		heading
			.toLowerCase()
			.replaceAll(/[^\p{L}\p{N}\s_-]/gu, "")
			.replaceAll(" ", "-"),
	);
}

test.each(PAGES)("every link of %s leads to a file and a heading that exist", (page) => {
	const broken = [...readSource(page).matchAll(LINK)].filter(([, path = "", anchor]) => {
		if (/^[a-z]+:/.test(path)) return false;
		const target = path === "" ? page : join(dirname(page), path);
		if (!existsSync(target)) return true;
		return anchor !== undefined && target.endsWith(".md") && !anchorsOf(target).includes(anchor);
	});
	expect(broken.map(([link]) => link)).toEqual([]);
});
