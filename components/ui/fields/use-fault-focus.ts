import { type RefObject, useEffect, useRef } from "react";

/** Focuses the form's first field with a fault when a try has ended. The ref belongs to the form or to an element inside. */
export function useFaultFocus<Inside extends HTMLElement>(busy: boolean): RefObject<Inside | null> {
	const inside = useRef<Inside>(null);
	useEffect(() => {
		if (!busy) focusFault(inside.current?.closest("form"));
	}, [busy]);
	return inside;
}

/** Focuses the first field with a fault. Call it after the render that marks the fields. */
export function focusFault(form: Element | null | undefined): void {
	form?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
}
