import { type RefObject, useEffect, useRef } from "react";

/** Focuses the form's first field with a fault when a try has ended. The ref belongs to the form or to an element inside. */
export function useFaultFocus<Inside extends HTMLElement>(busy: boolean): RefObject<Inside | null> {
	const inside = useRef<Inside>(null);
	useEffect(() => {
		if (!busy) inside.current?.closest("form")?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
	}, [busy]);
	return inside;
}
