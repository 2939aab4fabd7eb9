"use client";
/** A button that opens a panel: the browser's own popover, closed by Escape or a click elsewhere. */
import { type ReactNode, Suspense, useId, useRef, useState } from "react";
import { cx } from "#components/ui/class-names.ts";

interface PopoverButtonProps {
	/** The button's content. */
	button: ReactNode;
	className: string;
	/** Where the panel appears, and its width and padding. */
	panelClassName: string;
	/** Shown while the panel's content loads. */
	fallback?: ReactNode;
	children: (close: () => void) => ReactNode;
}

/** Renders the panel only once it is reached for, so that its content need not load with the page. */
export function PopoverButton({ button, className, panelClassName, fallback, children }: PopoverButtonProps) {
	const id = useId();
	const panel = useRef<HTMLDivElement>(null);
	const [wanted, setWanted] = useState(false);
	const reach = () => setWanted(true);
	return (
		<>
			<button
				type="button"
				popoverTarget={id}
				onPointerEnter={reach}
				onFocus={reach}
				onClick={reach}
				className={className}
			>
				{button}
			</button>
			<div ref={panel} id={id} popover="auto" className={cx("panel", panelClassName)}>
				<Suspense fallback={fallback}>{wanted ? children(() => panel.current?.hidePopover()) : null}</Suspense>
			</div>
		</>
	);
}
