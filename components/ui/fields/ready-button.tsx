"use client";
import type { ComponentProps } from "react";
import { Button } from "#components/ui/button.tsx";
import { useHydrated } from "#components/ui/use-hydrated.ts";

/** A button that is disabled until the page's script runs: an earlier click would be lost. */
export function ReadyButton({ disabled = false, ...rest }: ComponentProps<typeof Button>) {
	const isReady = useHydrated();
	return <Button {...rest} disabled={disabled || !isReady} />;
}
