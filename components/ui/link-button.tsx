import Link from "next/link";
import type { ComponentProps } from "react";
import { type ButtonSize, type ButtonVariant, buttonClass } from "#components/ui/button-class.ts";

type LinkButtonProps = ComponentProps<typeof Link> & { variant?: ButtonVariant; size?: ButtonSize };

/** A way to another page that looks like a button. */
export function LinkButton({ variant, size, className, prefetch = false, ...rest }: LinkButtonProps) {
	return <Link {...rest} prefetch={prefetch} className={buttonClass(variant, size, className)} />;
}
