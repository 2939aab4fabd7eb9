"use client";
import { type RefObject, useEffect, useLayoutEffect, useRef } from "react";

/**
 * `count`: the items of a list. When one disappears and the button that had the focus with it, the element of the returned ref takes the
 * focus, so that the keyboard stays at the list. The element needs `tabIndex={-1}`.
 */
export function useFocusAfterRemoval<Place extends HTMLElement>(count: number): RefObject<Place | null> {
	const place = useRef<Place>(null);
	const before = useRef(count);
	const focused = useRef<Node | null>(null);
	useEffect(() => {
		const note = ({ target }: FocusEvent) => {
			focused.current = target as Node;
		};
		document.addEventListener("focusin", note);
		return () => document.removeEventListener("focusin", note);
	}, []);
	useLayoutEffect(() => {
		const isLost = document.activeElement === document.body && focused.current?.isConnected === false;
		if (count < before.current && isLost) place.current?.focus();
		before.current = count;
	}, [count]);
	return place;
}
