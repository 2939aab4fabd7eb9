/** The look of buttons and of links that look like one. */
import { cx } from "#components/ui/class-names.ts";

export type ButtonVariant = "primary" | "secondary" | "danger" | "ghost";
export type ButtonSize = "sm" | "md" | "lg" | "icon";

const BASE =
	"relative inline-flex shrink-0 select-none items-center justify-center gap-[7px] rounded-md border font-[550] whitespace-nowrap " +
	"transition-colors aria-disabled:cursor-not-allowed aria-disabled:opacity-55 disabled:opacity-55 [&_svg]:shrink-0";

const VARIANTS: Record<ButtonVariant, string> = {
	primary:
		"border-accent bg-accent text-accent-ink enabled:hover:border-accent-strong enabled:hover:bg-accent-strong [a&]:hover:bg-accent-strong",
	secondary: "border-line-strong bg-surface text-ink enabled:hover:bg-neutral-soft [a&]:hover:bg-neutral-soft",
	danger:
		"border-line-strong bg-surface text-danger enabled:hover:border-danger enabled:hover:bg-danger-soft [a&]:hover:bg-danger-soft",
	ghost:
		"border-transparent bg-transparent text-ink-2 enabled:hover:bg-neutral-soft enabled:hover:text-ink [a&]:hover:bg-neutral-soft",
};

const SIZES: Record<ButtonSize, string> = {
	sm: "h-7 px-2.5 text-xs [&_svg]:size-3.5",
	md: "h-[34px] px-[13px] text-sm [&_svg]:size-4",
	lg: "h-11 px-4 text-base [&_svg]:size-[18px]",
	icon: "size-[34px] text-sm [&_svg]:size-4",
};

export function buttonClass(variant: ButtonVariant = "secondary", size: ButtonSize = "md", extra?: string): string {
	return cx(BASE, VARIANTS[variant], SIZES[size], extra);
}
