"use client";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { Button } from "#components/ui/button.tsx";

interface MarkedFrameProps {
	label: string;
	count: number;
	sums: string;
	onClear: () => void;
	children?: ReactNode;
}

export function MarkedFrame({ label, count, sums, onClear, children }: MarkedFrameProps) {
	const t = useTranslations("marked");
	return (
		<section
			aria-label={label}
			data-marked-bar
			className="sticky bottom-[calc(64px+env(safe-area-inset-bottom))] z-20 mt-4 grid gap-2 rounded-lg border border-line-strong bg-surface px-4 py-3 shadow-raised sm:bottom-4 sm:flex sm:flex-wrap sm:items-center sm:gap-x-4"
		>
			<div className="flex min-w-0 flex-1 basis-48 items-center justify-between gap-3">
				<p className="num min-w-0 whitespace-normal" aria-live="polite">
					<strong className="font-semibold">{t("count", { count })}</strong>
					<span className="text-ink-2">{` · ${sums}`}</span>
				</p>
				{/* On a phone this button is beside the count, above the buttons that act on the marked rows. */}
				<Button variant="ghost" className="max-sm:-mr-2 max-sm:h-11" onClick={onClear}>
					{t("clear")}
				</Button>
			</div>
			{children}
		</section>
	);
}
