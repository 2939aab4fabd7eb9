import type { ComponentProps } from "react";
import { type ButtonSize, type ButtonVariant, buttonClass } from "#components/ui/button-class.ts";
import { Spinner } from "#components/ui/spinner.tsx";

type ButtonProps = ComponentProps<"button"> & {
	variant?: ButtonVariant;
	size?: ButtonSize;
	/** Its work is under way: a second press does nothing, the focus stays, the width does not change. */
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
