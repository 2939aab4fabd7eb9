"use client";
import { type ReactNode, Suspense, useId, useReducer, useRef } from "react";
import { buttonClass } from "#components/ui/button-class.ts";
import { cx } from "#components/ui/class-names.ts";
import { Icon, type IconName } from "#components/ui/icon.tsx";

interface PopoverButtonProps {
	button: ReactNode;
	className: string;
	panelClassName: string;
	fallback?: ReactNode;
	children: (close: () => void) => ReactNode;
}

/** Renders the panel on hover, focus or click, again each time, so that its content loads on demand and its dates are current. */
export function PopoverButton({ button, className, panelClassName, fallback, children }: PopoverButtonProps) {
	const id = useId();
	const panel = useRef<HTMLDivElement>(null);
	const [reached, reach] = useReducer((times: number) => times + 1, 0);
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
				<Suspense fallback={fallback}>{reached > 0 ? children(() => panel.current?.hidePopover()) : null}</Suspense>
			</div>
		</>
	);
}

interface MenuButtonProps extends Omit<PopoverButtonProps, "button" | "className"> {
	icon: IconName;
	label: string;
}

export function MenuButton({ icon, label, ...panel }: MenuButtonProps) {
	return (
		<div className="relative inline-flex">
			<PopoverButton
				button={
					<>
						<Icon name={icon} />
						{label}
						<Icon name="chevron-down" className="text-ink-2" />
					</>
				}
				className={buttonClass("secondary", "md", "flex-1")}
				{...panel}
			/>
		</div>
	);
}
