import type { ComponentProps } from "react";
import { type ButtonSize, type ButtonVariant, buttonClass } from "#components/ui/button-class.ts";
import { cx } from "#components/ui/class-names.ts";
import { Icon } from "#components/ui/icon.tsx";

type ButtonProps = ComponentProps<"button"> & {
	variant?: ButtonVariant;
	size?: ButtonSize;
	/** True while the act runs: further clicks do nothing; focus and width stay. */
	busy?: boolean;
};

export function Button({
	variant,
	size,
	busy = false,
	type = "button",
	className,
	onClick,
	children,
	...rest
}: ButtonProps) {
	return (
		<button
			{...rest}
			type={type}
			className={buttonClass(variant, size, className)}
			aria-disabled={busy || rest["aria-disabled"]}
			aria-busy={busy || undefined}
			onClick={busy ? (event) => event.preventDefault() : onClick}
		>
			{children}
			{busy ? <Spinner className="absolute right-1.5 size-3!" /> : null}
		</button>
	);
}

/** Hidden for the first 300 ms, because quick work needs no spinner. */
function Spinner({ className }: { className?: string }) {
	return (
		<span aria-hidden="true" className={cx("appear-late inline-flex", className)}>
			<Icon name="loader-circle" className="spin size-full" />
		</span>
	);
}
