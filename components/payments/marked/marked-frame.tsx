"use client";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { Button } from "#components/ui/button.tsx";

interface MarkedFrameProps {
	/** Tells screen readers what is marked. */
	label: string;
	count: number;
	/** The amounts added up, as text. */
	sums: string;
	onClear: () => void;
	children?: ReactNode;
}

/** The bar below a list with marked rows: how many, their total, and what may be done with them. */
export function MarkedFrame({ label, count, sums, onClear, children }: MarkedFrameProps) {
	const t = useTranslations("marked");
	return (
		<section
			aria-label={label}
			className="sticky bottom-[calc(64px+env(safe-area-inset-bottom))] z-20 mt-4 grid gap-2 rounded-lg border border-line-strong bg-surface px-4 py-3 shadow-raised sm:bottom-4 sm:flex sm:flex-wrap sm:items-center sm:gap-x-4"
		>
			<div className="flex min-w-0 flex-1 basis-48 items-center justify-between gap-3">
				<p className="num min-w-0 whitespace-normal" aria-live="polite">
					<strong className="font-semibold">{t("count", { count })}</strong>
					<span className="text-ink-2">{` · ${sums}`}</span>
				</p>
				{/* On a phone the answers alone have the width below. */}
				<Button variant="ghost" className="max-sm:-mr-2 max-sm:h-11" onClick={onClear}>
					{t("clear")}
				</Button>
			</div>
			{children}
		</section>
	);
}
