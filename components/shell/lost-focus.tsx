"use client";
/** When the control with the focus disappears, a screen reader and the next key must stay where they were, not fall to the document. */
import { useEffect } from "react";

/** Moves the focus to the row now in the place of the control's row, or to the heading of the dialog, menu or page. */
export function LostFocus() {
	useEffect(() => {
		let last = document.activeElement;
		let rows: HTMLCollection | undefined;
		let place = -1;
		// The focus is looked for later, because a press moves it after its event.
		const look = () =>
			setTimeout(() => {
				last = document.activeElement;
				const row = last?.closest("li, tr");
				// A dialog keeps the place of the row that opened it.
				if (!row && last?.closest("dialog")) return;
				rows = row?.parentElement?.children;
				place = rows ? [...rows].indexOf(row as Element) : -1;
			});
		const restore = () => {
			if (document.activeElement !== document.body) return;
			const row = rows?.[place] ?? rows?.[rows.length - 1];
			const heading = document.querySelector(":popover-open h2, dialog[open] h2") ?? document.querySelector("h1");
			const goal = row?.isConnected ? (row.querySelector("article") ?? row) : heading;
			if (!(goal instanceof HTMLElement)) return;
			goal.tabIndex = -1;
			goal.focus({ preventScroll: goal === heading });
		};
		const watch = new MutationObserver(() => {
			// After the next paint, which may give the focus to another control.
			if (last && (!last.isConnected || last.matches(":disabled"))) requestAnimationFrame(() => setTimeout(restore));
		});
		watch.observe(document.body, { subtree: true, childList: true, attributeFilter: ["disabled"] });
		addEventListener("focusin", look);
		addEventListener("mousedown", look);
		return () => {
			watch.disconnect();
			removeEventListener("focusin", look);
			removeEventListener("mousedown", look);
		};
	}, []);
	return null;
}
