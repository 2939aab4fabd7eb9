/** Draws a paper as a PDF file, in a thread so that no page and no payment waits for the drawing. */
import type { Paper } from "#server/papers/paper.ts";

type Render = (paper: Paper) => AsyncGenerator<Uint8Array>;

// Servers install a thread here: bundles of Next cannot start one themselves.
const PLACE = Symbol.for("cauri.papers");
const processWide = globalThis as typeof globalThis & { [PLACE]?: Render };

export function renderBy(render: Render): void {
	processWide[PLACE] = render;
}

/** Reads the paper's blocks as fast as the file is taken. Stopping early stops the reading and the drawing. */
export function renderPaper(paper: Paper): AsyncGenerator<Uint8Array> {
	const render = processWide[PLACE];
	if (!render) throw new Error("no thread draws papers in this program");
	return render(paper);
}
