/** A paper before it is a PDF: plain data, so that it can pass to the thread that draws it. All texts are in the paper's language. */
import type { Locale } from "#lib/i18n/choose-locale.ts";

export interface PaperFrame {
	locale: Locale;
	title: string;
	author: string;
	/** ISO time: when the paper was asked for. */
	at: string;
	foot: string;
	/** "Page 2 of 7": the words before each number; null for a paper whose pages are independent of each other. */
	page: { page: string; of: string } | null;
}

export interface PaperColumn {
	head: string;
	/** Figures end at the right edge, so that their digits line up. */
	align: "left" | "right";
	/** The column's width as a share of the sum of all columns' shares. */
	share: number;
	/** Codes are drawn smaller rather than broken. */
	isCode?: boolean;
}

export type Block =
	/** Begins a paper: the business on the left, the paper's name as the first heading. */
	| { kind: "head"; business: string; title: string; lines?: readonly string[] }
	| { kind: "amount"; amount: string; words: string }
	| { kind: "notice"; text: string; tone: "danger" | "warning" }
	| { kind: "heading"; text: string }
	| { kind: "text"; text: string }
	| { kind: "facts"; facts: readonly (readonly [term: string, fact: string])[] }
	/** The table's rows follow as separate blocks, until any other block ends the table. */
	| { kind: "table"; columns: readonly PaperColumn[] }
	| { kind: "rows"; rows: readonly (readonly string[])[]; isTotal?: boolean }
	/** Tells a reader how to find out whether the business issued this paper; `address` is also drawn as a QR code. */
	| { kind: "check"; label: string; code: string; text: string; address: string }
	| { kind: "page" };

export interface Paper {
	frame: PaperFrame;
	/** Read as fast as the browser takes the file. */
	blocks: AsyncIterable<readonly Block[]>;
}
