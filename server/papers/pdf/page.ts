/** The pages of a paper: A4, with margins, a foot and numbers. The foot is an artifact, which a screen reader skips. */
import PDFDocument from "pdfkit";
import type { PaperFrame } from "#server/papers/paper.ts";
import {
	INK_2,
	LINE,
	openTypesetter,
	type Pdf,
	points,
	rgb,
	type Style,
	selectFont,
	type Typesetter,
} from "#server/papers/pdf/typesetter.ts";

const A4 = { width: 595.28, height: 841.89 };
export const LEFT = 56;
export const RIGHT = A4.width - LEFT;
export const WIDTH = RIGHT - LEFT;
export const TOP = 56;
export const BOTTOM = A4.height - 72;
const FOOT_Y = A4.height - 40;
const FOOT: Style = { size: 8, color: INK_2 };
const FOOT_LEADING = 10;
/** Width of the number of pages, and of the whole text "Page 2 of 7". */
const TOTAL_WIDTH = 26;
const NUMBER_WIDTH = 90;

/** Parts of pdfkit that its types do not name. */
interface Inside {
	page: { structParentTreeKey: number; xobjects: Record<string, PDFKit.PDFKitReference>; resources: unknown };
	_write(data: unknown): void;
	_offset: number;
}

interface PageTags {
	get(key: number): unknown;
	add(key: number, tags: unknown): void;
}

export interface Pages {
	pdf: Pdf;
	type: Typesetter;
	/** Opens a new page and releases the memory of the last one. */
	next(): void;
	end(): void;
}

export function openPages(frame: PaperFrame): Pages {
	const pdf = new PDFDocument({
		...{ size: "A4", margin: 0, autoFirstPage: false, lang: frame.locale, displayTitle: true },
		...{ tagged: true, pdfVersion: "1.7", subset: "PDF/UA" as never, fontLayoutCache: false, font: null as never },
		info: {
			...{ Title: frame.title, Author: frame.author, CreationDate: new Date(frame.at) },
			...{ Creator: "Cauri", Producer: "Cauri" },
		},
	});
	gatherWrites(pdf);
	const flushContent = gatherContent(pdf);
	const type = openTypesetter(pdf);
	const total = frame.page ? pdf.ref({ Type: "XObject", Subtype: "Form", BBox: [0, -4, TOTAL_WIDTH, 12] }) : null;
	let count = 0;
	const writeFoot = () => {
		pdf.markContent("Artifact", { type: "Pagination" });
		pdf
			.moveTo(LEFT, FOOT_Y - 14)
			.lineTo(RIGHT, FOOT_Y - 14)
			.lineWidth(0.5)
			.stroke(LINE);
		for (const [row, line] of type.lines(frame.foot, WIDTH - NUMBER_WIDTH, FOOT).entries())
			type.draw(line, { x: LEFT, y: FOOT_Y + row * FOOT_LEADING }, FOOT);
		if (frame.page && total) {
			const label = type.line(`${frame.page.page} ${count} ${frame.page.of} `, FOOT);
			const x = RIGHT - TOTAL_WIDTH;
			type.draw(label, { x, y: FOOT_Y, align: "right" }, FOOT);
			(pdf as unknown as Inside).page.xobjects.Total = total;
			pdf.addContent(`q 1 0 0 -1 ${points(x)} ${points(FOOT_Y)} cm /Total Do Q`);
		}
		pdf.endMarkedContent();
	};
	return {
		pdf,
		type,
		next() {
			const isFirst = count === 0;
			const { page } = pdf as unknown as Inside;
			if (!isFirst) {
				writeFoot();
				flushContent();
			}
			pdf.addPage();
			if (!isFirst) releaseTags(pdf, page.structParentTreeKey);
			count += 1;
		},
		end() {
			writeFoot();
			flushContent();
			if (total) writeTotal(pdf, total, count);
			pdf.end();
		},
	};
}

const GATHERED = 32 * 1024;

/** Joins the lines of the file into larger pieces: pdfkit writes each line separately, two million for a long table. */
function gatherWrites(pdf: Pdf): void {
	const inside = pdf as unknown as Inside;
	const [write, push] = [inside._write.bind(pdf), pdf.push.bind(pdf)];
	let lines = "";
	const flush = () => {
		const bytes = Buffer.from(lines, "latin1");
		lines = "";
		if (bytes.length > 0) push(bytes);
	};
	inside._write = (data) => {
		if (typeof data !== "string") {
			flush();
			return write(data);
		}
		lines += `${data}\n`;
		inside._offset += data.length + 1;
		if (lines.length >= GATHERED) flush();
	};
	// pdfkit ends the file by pushing null.
	pdf.push = (chunk) => {
		if (chunk === null) flush();
		return push(chunk);
	};
}

/** Joins the operators of a page, each of which would be a buffer until the page ends. Call the result before the page ends. */
function gatherContent(pdf: Pdf): () => void {
	let operators: string[] = [];
	pdf.addContent = (data: string) => {
		operators.push(data);
		return pdf;
	};
	return () => {
		pdf.page.write(operators.join("\n"));
		operators = [];
	};
}

/** Writes a page's tags out as a separate object: pdfkit keeps the tags of all pages until the end, 200 MB for 100,000 rows. */
function releaseTags(pdf: Pdf, key: number): void {
	const { ParentTree: tree } = pdf.getStructTreeRoot().data as unknown as { ParentTree: PageTags };
	const tags = pdf.ref(tree.get(key) as object);
	tags.end(undefined);
	tags.data = {} as never;
	tree.add(key, tags);
}

/** Fills in the form that every foot draws: the number of pages is known only at the end. */
function writeTotal(pdf: Pdf, total: PDFKit.PDFKitReference, count: number): void {
	const font = selectFont(pdf, "text");
	const [codes] = font.encode(String(count), { tnum: true });
	Object.assign(total.data, { Resources: (pdf as unknown as Inside).page.resources });
	total.end(`${rgb(INK_2)} rg BT /${font.id} ${FOOT.size} Tf <${codes.join("")}> Tj ET`);
}
