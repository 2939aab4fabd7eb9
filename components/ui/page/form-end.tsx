"use client";
import type { ReactNode } from "react";
import { Button } from "#components/ui/button.tsx";
import { Notice } from "#components/ui/page/notice.tsx";
import { useHydrated } from "#components/ui/use-hydrated.ts";

interface FormEndProps {
	/** What was refused as a whole; null when nothing was, or when a field says it. */
	fault: ReactNode;
	/** What the button says; null for who may only read. */
	action: string | null;
	/** Where the button's own text would not tell which of several forms it sends. */
	label?: string;
	busy: boolean;
}

/** The end of a form that is sent by one button, over its whole width. */
export function FormEnd({ fault, action, label, busy }: FormEndProps) {
	const isReady = useHydrated();
	return (
		<>
			{fault ? (
				<div className="col-span-full">
					<Notice tone="danger" urgent>
						{fault}
					</Notice>
				</div>
			) : null}
			{action === null ? null : (
				<div className="col-span-full">
					<Button
						type="submit"
						variant="primary"
						disabled={!isReady}
						busy={busy}
						aria-label={label}
						className="max-sm:h-11 max-sm:w-full"
					>
						{action}
					</Button>
				</div>
			)}
		</>
	);
}
