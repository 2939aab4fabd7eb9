"use client";
import { type FocusEvent, type RefObject, useEffect, useRef } from "react";

interface KeptFocus<List extends HTMLElement> {
	ref: RefObject<List | null>;
	onFocus: (event: FocusEvent<List>) => void;
	onBlur: (event: FocusEvent<List>) => void;
}

/**
 * Keeps the focus when a row of a list disappears with the button that had it: the focus moves to the row now in that place, or to the
 * page's heading. For the component that also remains while the list is empty; the list's children are the rows.
 */
export function useKeptFocus<List extends HTMLElement>(): KeptFocus<List> {
	const ref = useRef<List>(null);
	/** The place of the row that has the focus, even while its dialog is open; -1 without one. */
	const place = useRef(-1);
	useEffect(() => {
		if (place.current < 0 || document.activeElement !== document.body) return;
		const rows = [...(ref.current?.children ?? [])];
		const at = place.current;
		const row = rows[at] ?? rows.at(-1);
		place.current = -1;
		const goal = row?.querySelector("article") ?? row ?? document.querySelector("h1");
		if (!(goal instanceof HTMLElement)) return;
		goal.tabIndex = -1;
		goal.focus();
		// Below an open dialog it cannot have the focus: the place is kept until the dialog closes.
		if (document.activeElement !== goal) place.current = at;
	});
	return {
		ref,
		onFocus: ({ currentTarget, target }) => {
			const at = [...currentTarget.children].findIndex((row) => row.contains(target));
			if (at >= 0) place.current = at;
		},
		onBlur: ({ relatedTarget }) => {
			if (!relatedTarget?.closest("dialog")) place.current = -1;
		},
	};
}
