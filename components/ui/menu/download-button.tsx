"use client";
import { useMutation } from "@tanstack/react-query";
import type { ComponentProps } from "react";
import { Button } from "#components/ui/button.tsx";
import { download } from "#components/ui/menu/download.ts";
import { toast } from "#components/ui/toast.tsx";
import { useErrorText } from "#components/ui/use-error-text.ts";
import { useHydrated } from "#components/ui/use-hydrated.ts";

interface DownloadButtonProps extends Omit<ComponentProps<typeof Button>, "busy" | "disabled" | "onClick"> {
	path: string;
	query?: Parameters<typeof download>[1];
}

/** Downloads a file that the server may take seconds to make. */
export function DownloadButton({ path, query, ...rest }: DownloadButtonProps) {
	const errorText = useErrorText();
	const isReady = useHydrated();
	const { mutate, isPending } = useMutation({
		mutationFn: () => download(path, query),
		onError: (error) => toast(errorText(error), "danger"),
	});
	return <Button {...rest} disabled={!isReady} busy={isPending} onClick={() => mutate()} />;
}
