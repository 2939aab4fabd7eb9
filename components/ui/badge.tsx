import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import { cx } from "#components/ui/class-names.ts";
import { TONE_SOFT, TONE_TEXT, type Tone } from "#components/ui/tone.ts";

interface BadgeProps {
	tone: Tone;
	icon: LucideIcon;
	children: ReactNode;
	/** Without its ground, for lines of a table. */
	plain?: boolean;
	className?: string;
}

/** State is icon + word + colour, never colour alone. */
export function Badge({ tone, icon: Icon, children, plain = false, className }: BadgeProps) {
	return (
		<span
			className={cx(
				"inline-flex items-center gap-1.5 whitespace-nowrap align-middle font-[520] text-xs",
				TONE_TEXT[tone],
				!plain && "rounded-full py-[2px] pr-[9px] pl-[7px]",
				!plain && TONE_SOFT[tone],
				className,
			)}
		>
			<Icon aria-hidden="true" className="size-3.5 shrink-0" />
			{children}
		</span>
	);
}
