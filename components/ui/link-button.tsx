import type { ComponentProps } from "react";
import { type ButtonSize, type ButtonVariant, buttonClass } from "#components/ui/button-class.ts";
import { DeskLink } from "#components/ui/desk-link.tsx";

type LinkButtonProps = ComponentProps<typeof DeskLink> & { variant?: ButtonVariant; size?: ButtonSize };

export function LinkButton({ variant, size, className, ...rest }: LinkButtonProps) {
	return <DeskLink {...rest} className={buttonClass(variant, size, className)} />;
}
