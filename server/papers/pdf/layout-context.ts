/** Tracks where the next block of a page begins, and tags the parts of a block. */
import { BOTTOM, type Pages, TOP } from "#server/papers/pdf/page.ts";
import type { Pdf, Typesetter } from "#server/papers/pdf/typesetter.ts";

export type Tag = PDFKit.PDFStructureElement;

export interface Table {
	rows(rows: readonly (readonly string[])[], isTotal: boolean): void;
	end(): void;
}

export interface LayoutContext {
	readonly pdf: Pdf;
	readonly type: Typesetter;
	/** The top of the next block. */
	y: number;
	/** The table whose rows may still come. */
	table: Table | null;
	readonly isAtTop: boolean;
	/** Begins a new page if less than `height` is left on this one, and returns whether it did. */
	need(height: number): boolean;
	newPage(): void;
	/** Draws something that is read as one element, such as a paragraph. */
	tagged(type: string, draw: () => void, options?: TagOptions): void;
	/** Draws something that only decorates. */
	artifact(draw: () => void): void;
	/** Opens an element that contains others; call `end` on it. */
	open(type: string, parent?: Tag): Tag;
	endTable(): void;
	end(): void;
}

export interface TagOptions {
	alt?: string;
	/** The place of a figure: left, top, right, bottom. */
	bbox?: [number, number, number, number];
	scope?: "Row" | "Column";
	parent?: Tag;
}

export function openLayout(pages: Pages): LayoutContext {
	const { pdf, type } = pages;
	pages.next();
	const root = pdf.struct("Document");
	pdf.addStructure(root);
	const layout: LayoutContext = {
		pdf,
		type,
		y: TOP,
		table: null,
		get isAtTop() {
			return layout.y === TOP;
		},
		need(height) {
			if (layout.y + height <= BOTTOM || layout.isAtTop) return false;
			layout.newPage();
			return true;
		},
		newPage() {
			pages.next();
			layout.y = TOP;
		},
		tagged(type, draw, { parent = root, ...options } = {}) {
			const content = pdf.markStructureContent(type);
			draw();
			pdf.endMarkedContent();
			parent.add(pdf.struct(type, options, [content]));
		},
		artifact(draw) {
			pdf.markContent("Artifact", { type: "Layout" });
			draw();
			pdf.endMarkedContent();
		},
		open(type, parent = root) {
			const element = pdf.struct(type);
			parent.add(element);
			return element;
		},
		endTable() {
			layout.table?.end();
			layout.table = null;
		},
		end() {
			layout.endTable();
			root.end();
			pages.end();
		},
	};
	return layout;
}
