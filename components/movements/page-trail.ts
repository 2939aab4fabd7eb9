/** Cursors of the pages that were passed: a keyset knows only the way on. For as long as the tab lives. */
import { type MovementView, movementViewPath } from "#lib/movement-view.ts";

// Of the newest view alone: another filter begins another trail.
let trail = { view: "", cursors: new Map<number, string>() };

/** Notes where this page begins, before the next one is opened. */
export function rememberPage(view: MovementView): void {
	const name = movementViewPath(view);
	if (trail.view !== name) trail = { view: name, cursors: new Map() };
	trail.cursors.set(view.page, view.query.cursor ?? "");
}

/** "" is the first page; undefined: nobody passed it. */
export function pageCursor(view: MovementView, page: number): string | undefined {
	if (page === 1) return "";
	return trail.view === movementViewPath(view) ? trail.cursors.get(page) : undefined;
}
