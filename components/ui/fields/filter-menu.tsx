"use client";
/** A chip that opens a panel of fields: the browser's own popover, closed by Escape or a click elsewhere. */
import { type ReactNode, Suspense, useId, useRef, useState } from "react";
import { chipClass } from "#components/ui/fields/chip.ts";
import { Icon } from "#components/ui/icon.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";

interface FilterMenuProps {
	label: ReactNode;
	/** The active filter's text; absent when inactive. */
	value?: ReactNode;
	/** Clears the filter; `label` is for screen readers. */
	clear?: { label: string; onClear: () => void };
	children: (close: () => void) => ReactNode;
}

export function FilterMenu({ label, value, clear, children }: FilterMenuProps) {
	const id = useId();
	const panel = useRef<HTMLDivElement>(null);
	// Renders the panel only on demand, so that its fields need not load with the page.
	const [wanted, setWanted] = useState(false);
	const reach = () => setWanted(true);
	const on = value !== undefined;
	return (
		<div className="relative inline-flex max-w-full">
			<button
				type="button"
				popoverTarget={id}
				onPointerEnter={reach}
				onFocus={reach}
				onClick={reach}
				className={chipClass(on, on && clear ? "rounded-r-none border-r-0" : "")}
			>
				{on ? <span className="text-ink-2">{label}</span> : label}
				{on ? <span className="truncate font-[550] tabular-nums">{value}</span> : null}
				{on && clear ? null : <Icon name="chevron-down" />}
			</button>
			{on && clear ? (
				<button
					type="button"
					aria-label={clear.label}
					onClick={clear.onClear}
					className={chipClass(true, "rounded-l-none border-l-0 px-1.5!")}
				>
					<Icon name="x" />
				</button>
			) : null}
			<div ref={panel} id={id} popover="auto" className="popover-below w-72 max-w-[calc(100vw-2rem)] panel p-3.5">
				<Suspense fallback={<Skeleton className="h-32 w-full" />}>
					{wanted ? children(() => panel.current?.hidePopover()) : null}
				</Suspense>
			</div>
		</div>
	);
}
