"use client";
import { type RefObject, type SyntheticEvent, useEffect, useLayoutEffect, useRef } from "react";

interface Modal {
	ref: RefObject<HTMLDialogElement | null>;
	onCancel: (event: SyntheticEvent<HTMLDialogElement>) => void;
	onClose: () => void;
}

/**
 * Controls the browser's modal by `open`. Escape calls `onClose` at once, because the browser's later `close` event could close a
 * dialog reopened in between. The focus always returns.
 */
export function useModal(open: boolean, onClose: () => void): Modal {
	const ref = useRef<HTMLDialogElement>(null);
	useEffect(() => {
		const element = ref.current;
		if (open && !element?.open) element?.showModal();
		if (!open && element?.open) element.close();
	}, [open]);
	// An element removed while it is open does not restore the focus.
	useLayoutEffect(() => {
		const element = ref.current;
		return () => element?.close();
	}, []);
	return {
		ref,
		onCancel(event) {
			// A file field inside has a `cancel` event of its own.
			if (event.target !== event.currentTarget) return;
			event.preventDefault();
			event.currentTarget.close();
			onClose();
		},
		onClose() {
			// The browser may close without asking, for example at a second Escape; our own closing is already known.
			if (open && ref.current?.open === false) onClose();
		},
	};
}
