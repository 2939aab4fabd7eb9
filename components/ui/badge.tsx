import type { ReactNode } from "react";
import { cx } from "#components/ui/class-names.ts";
import type { IconName } from "#components/ui/icon.tsx";
import { TONE_SOFT, TONE_TEXT, type Tone } from "#components/ui/tone.ts";

interface BadgeProps {
	tone: Tone;
	icon: IconName;
	children: ReactNode;
	plain?: boolean;
	className?: string;
}

export function Badge({ tone, icon, children, plain = false, className }: BadgeProps) {
	return (
		<span
			className={cx(
				`badge i-${icon}`,
				TONE_TEXT[tone],
				!plain && "rounded-full py-[2px] pr-[9px] pl-[7px]",
				!plain && TONE_SOFT[tone],
				className,
			)}
		>
			{children}
		</span>
	);
}
