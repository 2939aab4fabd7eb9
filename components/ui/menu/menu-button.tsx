"use client";
import type { ReactNode } from "react";
import { buttonClass } from "#components/ui/button-class.ts";
import { Icon, type IconName } from "#components/ui/icon.tsx";
import { PopoverButton } from "#components/ui/menu/popover-button.tsx";

interface MenuButtonProps {
	icon: IconName;
	label: string;
	/** Where the panel appears, and its width and padding. */
	panelClassName: string;
	/** Shown while the panel's content loads. */
	fallback?: ReactNode;
	children: (close: () => void) => ReactNode;
}

/** A button of a page's header that opens a panel. */
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
