"use client";
/** A chip that opens a small panel of fields: the browser's own popover, closed by Escape or a click elsewhere. */
import { ChevronDown, X } from "lucide-react";
import { type ReactNode, Suspense, useId, useRef, useState } from "react";
import { chipClass } from "#components/ui/fields/chip.ts";
import { Skeleton } from "#components/ui/skeleton.tsx";

interface FilterMenuProps {
	label: ReactNode;
	/** What the filter holds; without it the chip is off. */
	value?: ReactNode;
	/** Takes the filter away; its words are heard. */
	clear?: { label: string; onClear: () => void };
	/** Gets a function that closes the panel. */
	children: (close: () => void) => ReactNode;
}

export function FilterMenu({ label, value, clear, children }: FilterMenuProps) {
	const id = useId();
	const panel = useRef<HTMLDivElement>(null);
	// The panel is drawn when somebody reaches for it: its fields need not come with the page.
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
				{on && clear ? null : <ChevronDown aria-hidden="true" />}
			</button>
			{on && clear ? (
				<button
					type="button"
					aria-label={clear.label}
					onClick={clear.onClear}
					className={chipClass(true, "rounded-l-none border-l-0 px-1.5!")}
				>
					<X aria-hidden="true" />
				</button>
			) : null}
			<div
				ref={panel}
				id={id}
				popover="auto"
				className="popover-below w-72 max-w-[calc(100vw-2rem)] rounded-lg border border-line-strong bg-surface p-3.5 text-ink shadow-raised"
			>
				<Suspense fallback={<Skeleton className="h-32 w-full" />}>
					{wanted ? children(() => panel.current?.hidePopover()) : null}
				</Suspense>
			</div>
		</div>
	);
}
