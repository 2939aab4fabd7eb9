/** Checks rules of PDF/UA that a file's structure tells, with pdf.js, which shares nothing with the library that writes it. */
import { getDocumentProxy, getResolvedPDFJS } from "unpdf";

type Pdf = Awaited<ReturnType<typeof getDocumentProxy>>;
type Page = Awaited<ReturnType<Pdf["getPage"]>>;

export interface Tag {
	role?: string;
	alt?: string;
	/** A leaf's, such as "p11R_mc4": the page's object and the number of the marked content. */
	id?: string;
	children?: Tag[];
}

const BLOCKS = ["P", "Table", "Figure", "H1", "H2", "H3", "H4", "H5", "H6"];
const CELLS = ["TH", "TD"];
/** The children that each element may have; other elements hold only content. */
const CHILDREN: Record<string, readonly string[]> = {
	Document: BLOCKS,
	Table: ["THead", "TBody", "TFoot", "TR"],
	THead: ["TR"],
	TBody: ["TR"],
	TFoot: ["TR"],
	TR: CELLS,
};
const LEAVES = [...BLOCKS, ...CELLS].filter((role) => !(role in CHILDREN));
const PAINTS =
	/^(show\w*Text|nextLine\w*ShowText|paint\w+|shadingFill|fill|eoFill|stroke|closeStroke|(close)?(eo)?fillStroke)$/i;

/** Each broken rule with its place; empty when there is none. */
export async function brokenPdfRules(bytes: Uint8Array): Promise<string[]> {
	const pdf = await getDocumentProxy(new Uint8Array(bytes));
	const broken = [...(await ofDocument(pdf)), ...ofObjects(Buffer.from(bytes).toString("latin1"))];
	const headings: string[] = [];
	for (let number = 1; number <= pdf.numPages; number += 1) {
		const page = await pdf.getPage(number);
		const tree = filled((await page.getStructTree()) as Tag | null);
		const found = [...ofTags(tree), ...(await ofContent(page, contentOf(tree)))];
		broken.push(...found.map((fault) => `page ${number}: ${fault}`));
		headings.push(...rolesIn(tree).filter((role) => /^H\d$/.test(role)));
	}
	return [...broken, ...ofHeadings(headings)];
}

async function ofDocument(pdf: Pdf): Promise<string[]> {
	const [{ info, metadata }, marked, preferences] = await Promise.all([
		pdf.getMetadata(),
		pdf.getMarkInfo() as Promise<{ Marked?: boolean } | null>,
		pdf.getViewerPreferences() as Promise<{ DisplayDocTitle?: boolean } | null>,
	]);
	const { Title, Language } = info as { Title?: string; Language?: string };
	const described = String((metadata as { getRaw?: () => unknown } | null)?.getRaw?.() ?? "");
	return faults({
		"is not marked": marked?.Marked !== true,
		"has no language": !Language,
		"has no title": !Title,
		"does not show its title": preferences?.DisplayDocTitle !== true,
		"does not say that it is PDF/UA": !/<pdfuaid:part>1</.test(described),
		"has no title in its metadata": !described.includes("<dc:title>"),
	});
}

/** pdf.js does not return these objects, which are not compressed. */
function ofObjects(text: string): string[] {
	const objects = [...text.matchAll(/\d+ 0 obj\n([\s\S]*?)endobj/g)].map(([, object = ""]) => object);
	const some = (is: RegExp, has: RegExp) => objects.some((object) => is.test(object) && !has.test(object));
	return faults({
		"has no structure": !/\/StructTreeRoot \d+ 0 R/.test(text),
		"has a font that is not in the file": some(/\/Type \/FontDescriptor/, /\/FontFile[23] \d+ 0 R/),
		"has a font whose signs have no text": some(/\/Subtype \/Type0/, /\/ToUnicode \d+ 0 R/),
		"has a head of a table without its side": some(/\/S \/TH\b/, /\/Scope \/(Row|Column)/),
		"has a figure without its place": some(/\/S \/Figure\b/, /\/BBox \[/),
	});
}

/** pdf.js also lists the empty elements of other pages. */
export function filled(tag: Tag | null): Tag {
	const children = (tag?.children ?? []).flatMap((child) => (isContent(child) ? [child] : keepFilled(child)));
	return { ...tag, children };
}

function keepFilled(tag: Tag): Tag[] {
	const kept = filled(tag);
	return contentOf(kept).length > 0 ? [kept] : [];
}

function isContent(tag: Tag): boolean {
	return tag.role === undefined;
}

function contentOf({ id, children = [] }: Tag): number[] {
	return [...(id === undefined ? [] : [Number(id.split("_mc")[1])]), ...children.flatMap(contentOf)];
}

export function rolesIn({ role, children = [] }: Tag): string[] {
	return [...(role ? [role] : []), ...children.flatMap(rolesIn)];
}

function ofTags(root: Tag): string[] {
	const tops = (root.children ?? []).map(({ role }) => role);
	return [
		...(tops.join() === "Document" ? [] : [`its root is ${tops.join() || "nothing"}`]),
		...(root.children ?? []).flatMap(ofTag),
	];
}

function ofTag(tag: Tag): string[] {
	const { role = "", alt, children = [] } = tag;
	const allowed = CHILDREN[role];
	if (!allowed && !LEAVES.includes(role)) return [`${role} is no element of a paper`];
	const wrong = children.filter((child) => (isContent(child) ? allowed : !allowed?.includes(child.role ?? "")));
	return [
		...wrong.map((child) => `${role} holds ${child.role ?? "content"}`),
		...(role === "Figure" && !alt ? ["Figure says nothing"] : []),
		...(role === "Table" ? ofTable(tag) : []),
		...children.filter((child) => !isContent(child)).flatMap(ofTag),
	];
}

function ofTable(table: Tag): string[] {
	const rows = rowsIn(table).map(({ children = [] }) => children.length);
	return new Set(rows).size > 1 ? [`Table has rows of ${[...new Set(rows)].join(" and ")} cells`] : [];
}

function rowsIn(tag: Tag): Tag[] {
	return tag.role === "TR" ? [tag] : (tag.children ?? []).flatMap(rowsIn);
}

/** Drawn content is an artifact or belongs to one element. `named`: the numbers of content that elements have. */
async function ofContent(page: Page, named: readonly number[]): Promise<string[]> {
	const { OPS } = await getResolvedPDFJS();
	const names = new Map(Object.entries(OPS).map(([name, code]) => [code as number, name]));
	const { fnArray, argsArray } = await page.getOperatorList();
	const open: string[] = [];
	const [drawn, broken]: [number[], Set<string>] = [[], new Set()];
	for (const [place, code] of fnArray.entries()) {
		const [name = "", args] = [names.get(code), argsArray[place] as unknown[] | null];
		if (name.startsWith("beginMarkedContent")) {
			const [tag = "", number = null] = (args ?? []) as [string?, number?];
			// A span inside a text gives the characters that are meant.
			const isMeant = tag === "Span" && open.length > 0 && number === null;
			if (open.length > 0 && !isMeant) broken.add(`${tag} begins inside ${open.at(-1)}`);
			if (tag !== "Artifact" && number === null && !isMeant) broken.add(`${tag} has no number`);
			if (number !== null) drawn.push(number);
			open.push(tag);
		} else if (name === "endMarkedContent") open.pop();
		// A path's first operand names the way in which it is painted.
		else if (PAINTS.test(name === "constructPath" ? (names.get(args?.[0] as number) ?? "") : name) && open.length === 0)
			broken.add(`${name} without a tag`);
	}
	const [all, once] = [[...named].sort(byNumber), [...new Set(drawn)].sort(byNumber)];
	if (open.length > 0) broken.add("marked content without an end");
	if (drawn.length !== once.length) broken.add("marked content with one number twice");
	if (all.join() !== once.join()) broken.add("elements and marked content do not agree");
	return [...broken];
}

const byNumber = (a: number, b: number) => a - b;

function ofHeadings(roles: readonly string[]): string[] {
	let last = 0;
	return roles.flatMap((role) => {
		const [before, level] = [last, Number(role.slice(1))];
		last = level;
		return level > before + 1 ? [`${role} follows ${before === 0 ? "nothing" : `H${before}`}`] : [];
	});
}

function faults(rules: Record<string, boolean>): string[] {
	return Object.entries(rules).flatMap(([fault, isBroken]) => (isBroken ? [fault] : []));
}
