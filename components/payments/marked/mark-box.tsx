"use client";
import { cx } from "#components/ui/class-names.ts";
import { useHydrated } from "#components/ui/use-hydrated.ts";

interface MarkBoxProps {
	label: string;
	checked: boolean;
	onChange: (isMarked: boolean) => void;
	className?: string;
	/** −1 where the row's own key marks it. */
	tabIndex?: number;
}

/** Marks a payout for an answer to several; its area for a finger is larger than the box. */
export function MarkBox({ label, checked, onChange, className, tabIndex }: MarkBoxProps) {
	const isReady = useHydrated();
	return (
		<label className={cx("mark-box", className)}>
			<input
				type="checkbox"
				aria-label={label}
				checked={checked}
				disabled={!isReady}
				tabIndex={tabIndex}
				onChange={(event) => onChange(event.target.checked)}
				className="size-[18px] accent-accent"
			/>
		</label>
	);
}
