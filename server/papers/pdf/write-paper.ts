/** Writes a paper as tagged PDF while its blocks arrive: a table of a hundred thousand rows takes no more memory than one of a hundred. */
import type { Block, Paper } from "#server/papers/paper.ts";
import { writeAmount, writeCheck, writeFacts, writeHead, writeNotice, writeText } from "#server/papers/pdf/blocks.ts";
import { type LayoutContext, openLayout } from "#server/papers/pdf/layout-context.ts";
import { openPages } from "#server/papers/pdf/page.ts";
import { openTable } from "#server/papers/pdf/table.ts";

export async function writePaper(
	{ frame, blocks }: Paper,
	send: (chunk: Uint8Array<ArrayBuffer>) => void,
): Promise<void> {
	const pages = openPages(frame);
	const chunks = chunkStream(pages.pdf);
	const layout = openLayout(pages);
	for await (const several of blocks) {
		for (const block of several) writeBlock(layout, block);
		send(chunks.take());
	}
	layout.end();
	await chunks.ended;
	send(chunks.take());
}

function writeBlock(layout: LayoutContext, block: Block): void {
	if (block.kind !== "rows") layout.endTable();
	const write = WRITERS[block.kind] as (layout: LayoutContext, block: Block) => void;
	write(layout, block);
}

type Writers = {
	[Kind in Block["kind"]]: (layout: LayoutContext, block: Extract<Block, { kind: Kind }>) => void;
};

const WRITERS: Writers = {
	head: writeHead,
	amount: writeAmount,
	notice: writeNotice,
	heading: writeText,
	text: writeText,
	facts: writeFacts,
	check: writeCheck,
	page: (layout) => layout.newPage(),
	rows: ({ table }, { rows, isTotal = false }) => table?.rows(rows, isTotal),
	table(layout, { columns }) {
		layout.table = openTable(layout, columns);
	},
};

/** `take` returns what pdfkit has written since the last call, in one chunk. */
function chunkStream(pdf: PDFKit.PDFDocument) {
	const pieces: Uint8Array[] = [];
	pdf.on("data", (piece: Uint8Array) => pieces.push(piece));
	const ended = new Promise<void>((resolve, reject) => {
		pdf.once("end", resolve).once("error", reject);
	});
	return { ended, take: () => new Uint8Array(Buffer.concat(pieces.splice(0))) };
}
