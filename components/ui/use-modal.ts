"use client";
import { type RefObject, type SyntheticEvent, useEffect, useLayoutEffect, useRef } from "react";

interface Modal {
	ref: RefObject<HTMLDialogElement | null>;
	onCancel: (event: SyntheticEvent<HTMLDialogElement>) => void;
	onClose: () => void;
}

/**
 * The browser's own modal, led by `open`. Escape tells `onClose` at once: the browser's `close` comes later, and would take
 * back what was opened again in between. However it ends, the focus goes back to where it was.
 */
export function useModal(open: boolean, onClose: () => void): Modal {
	const ref = useRef<HTMLDialogElement>(null);
	useEffect(() => {
		const element = ref.current;
		if (open && !element?.open) element?.showModal();
		if (!open && element?.open) element.close();
	}, [open]);
	// An element that is taken away while it is open gives no focus back.
	useLayoutEffect(() => {
		const element = ref.current;
		return () => element?.close();
	}, []);
	return {
		ref,
		onCancel(event) {
			// A file field inside has a `cancel` of its own.
			if (event.target !== event.currentTarget) return;
			event.preventDefault();
			event.currentTarget.close();
			onClose();
		},
		onClose() {
			// The browser may close without asking, at a second Escape say; what we closed ourselves is known already.
			if (open && ref.current?.open === false) onClose();
		},
	};
}
