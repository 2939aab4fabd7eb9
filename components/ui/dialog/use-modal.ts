"use client";
import { type RefObject, type SyntheticEvent, useEffect, useLayoutEffect, useRef } from "react";

interface Modal {
	ref: RefObject<HTMLDialogElement | null>;
	onCancel: (event: SyntheticEvent<HTMLDialogElement>) => void;
	onClose: () => void;
}

/**
 * Opens the browser's modal, and always restores the focus. Escape calls `onClose` at once: the browser's later `close` event could close a
 * dialog that was opened again in between.
 */
export function useModal(onClose: () => void): Modal {
	const ref = useRef<HTMLDialogElement>(null);
	useEffect(() => ref.current?.showModal(), []);
	// Closes the dialog before it is removed: an open one that is removed does not restore the focus.
	useLayoutEffect(() => {
		const element = ref.current;
		return () => element?.close();
	}, []);
	return {
		ref,
		onCancel(event) {
			// Ignores the `cancel` event of a file field inside the dialog.
			if (event.target !== event.currentTarget) return;
			event.preventDefault();
			event.currentTarget.close();
			onClose();
		},
		onClose() {
			// The browser may close the dialog by itself, as at a second Escape.
			if (ref.current?.open === false) onClose();
		},
	};
}
