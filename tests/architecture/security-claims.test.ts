/** docs/security.md claims nothing that is not there: files and titles exist, and no requirement of ASVS 5.0, levels 1 and 2, is passed by. */
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";

const PAGES = ["docs/security.md", "SECURITY.md"] as const;
const page = readFileSync(PAGES[0], "utf8");

/** The numbers of levels 1 and 2 in each section of the standard: all from 1 to the number, as the standard counts them. */
const SECTIONS = `V1.1:2 V1.2:9 V1.3:11 V1.4:3 V1.5:2 V2.1:3 V2.2:3 V2.3:4 V2.4:1 V3.2:2 V3.3:4 V3.4:6 V3.5:5 V3.7:2 V4.1:3 V4.2:1
	V4.3:2 V4.4:4 V5.1:1 V5.2:3 V5.3:2 V5.4:3 V6.1:3 V6.2:12 V6.3:4 V6.4:4 V6.5:5 V6.6:3 V6.8:4 V7.1:3 V7.2:4 V7.3:2 V7.4:5 V7.5:2
	V7.6:2 V8.1:2 V8.2:3 V8.3:1 V8.4:1 V9.1:3 V9.2:4 V10.1:2 V10.2:2 V10.3:4 V10.4:11 V10.5:5 V10.6:2 V10.7:3 V11.1:2 V11.2:3
	V11.3:3 V11.4:4 V11.5:1 V11.6:1 V12.1:3 V12.2:2 V12.3:4 V13.1:1 V13.2:5 V13.3:2 V13.4:5 V14.1:2 V14.2:4 V14.3:3 V15.1:3
	V15.2:3 V15.3:7 V16.1:1 V16.2:5 V16.3:4 V16.4:3 V16.5:3 V17.1:1 V17.2:4 V17.3:2`;

const wanted = SECTIONS.split(/\s+/).flatMap((entry) => {
	const [section, count] = entry.split(":");
	return Array.from({ length: Number(count) }, (_, index) => `${section}.${index + 1}`);
});

const rows = page
	.split("\n")
	.filter((line) => /^\| V\d/.test(line))
	.map((line) => line.slice(2, -2).split(" | "))
	.map(([ids = "", , ...cells]) => ({ ids: ids.split(" "), cells }));
/** Of three cells: the section of what is not met; of five: what is met, or not applicable. */
const standings = rows.flatMap(({ ids, cells }) => ids.map(() => (cells.length === 1 ? "not met" : cells[0])));

test("every requirement of levels 1 and 2 stands on the page exactly once", () => {
	expect(wanted.length).toBe(253);
	const ids = rows.flatMap((row) => row.ids);
	expect(ids.toSorted()).toEqual(wanted.toSorted());
});

test("the page counts as many met, not applicable and not met as its rows say", () => {
	const count = (standing: string) => standings.filter((each) => each === standing).length;
	expect(page).toContain(`${count("met")} are met, ${count("n/a")} do not apply, ${count("not met")} are not met`);
	expect(count("met") + count("n/a") + count("not met")).toBe(wanted.length);
});

test("every threat of the thirty has its row", () => {
	const numbers = [...page.matchAll(/^\| (\d+) \| /gm)].map(([, number]) => Number(number));
	expect(numbers).toEqual(Array.from({ length: 30 }, (_, index) => index + 1));
});

test.each(PAGES)("every file that %s links to exists", (file) => {
	const targets = [...readFileSync(file, "utf8").matchAll(/\]\(([^)#]+)(?:#[^)]*)?\)/g)].map(
		([, target = ""]) => target,
	);
	expect(targets.length).toBeGreaterThan(2);
	expect(targets.filter((target) => !existsSync(join(dirname(file), target)))).toEqual([]);
});

test("every heading that the page links to is one of its own", () => {
	const headings = [...page.matchAll(/^#+ (.+)$/gm)].map(([, text = ""]) => text.toLowerCase().replaceAll(" ", "-"));
	const anchors = [...page.matchAll(/\]\(#([^)]+)\)/g)].map(([, anchor = ""]) => anchor);
	expect(anchors.length).toBeGreaterThan(5);
	expect(anchors.filter((anchor) => !headings.includes(anchor))).toEqual([]);
});

test("every quoted title is the exact one of a test in the file that is named", () => {
	const claims = [...page.matchAll(/"([^"|]+)" \(\[[^\]]+\]\(([^)]+)\)\)/g)].map(([, title = "", path = ""]) => ({
		title,
		source: readFileSync(join(dirname(PAGES[0]), path), "utf8"),
	}));
	expect(claims.length).toBeGreaterThan(100);
	const bare = claims.filter(
		({ title, source }) => !['"', "`"].some((quote) => source.includes(`${quote}${title}${quote}`)),
	);
	expect(bare.map(({ title }) => title)).toEqual([]);
});
