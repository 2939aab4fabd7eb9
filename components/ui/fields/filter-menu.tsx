"use client";
import type { ReactNode } from "react";
import { chipClass } from "#components/ui/fields/chip.ts";
import { Icon } from "#components/ui/icon.tsx";
import { PopoverButton } from "#components/ui/menu/popover-button.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";

interface FilterMenuProps {
	label: ReactNode;
	/** The active filter's text; absent when inactive. */
	value?: ReactNode;
	clear?: { label: string; onClear: () => void };
	children: (close: () => void) => ReactNode;
}

export function FilterMenu({ label, value, clear, children }: FilterMenuProps) {
	const on = value !== undefined;
	return (
		<div className="relative inline-flex max-w-full">
			<PopoverButton
				button={
					<>
						{on ? <span className="text-ink-2">{label}</span> : label}
						{on ? <span className="truncate font-[550] tabular-nums">{value}</span> : null}
						{on && clear ? null : <Icon name="chevron-down" />}
					</>
				}
				className={chipClass(on, on && clear ? "rounded-r-none border-r-0" : "")}
				panelClassName="popover-below w-72 max-w-[calc(100vw-2rem)] p-3.5"
				fallback={<Skeleton className="h-32 w-full" />}
			>
				{children}
			</PopoverButton>
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
		</div>
	);
}
