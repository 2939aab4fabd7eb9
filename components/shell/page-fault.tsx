"use client";
import { useTranslations } from "next-intl";

// Error boundaries travel with every page: plain elements, none of the parts.
const BUTTON = "inline-flex h-[34px] items-center rounded-md border px-[13px] font-[550] text-sm";

/** A page that threw. What went wrong is in the log, never on the screen. */
export function PageFault({ onRetry }: { onRetry: () => void }) {
	const t = useTranslations();
	return (
		<div className="mx-auto grid max-w-[30rem] justify-items-center gap-2 py-16 text-center">
			<h1 className="font-[620] text-xl tracking-[-0.017em]">{t("errors.pageTitle")}</h1>
			<p className="text-balance text-ink-2">{t("errors.pageWhy")}</p>
			<div className="mt-4 flex flex-wrap justify-center gap-2">
				<button type="button" onClick={onRetry} className={`${BUTTON} border-accent bg-accent text-accent-ink`}>
					{t("common.retry")}
				</button>
				{/* A whole new page: what threw may be the router itself. */}
				<a href="/" className={`${BUTTON} border-line-strong bg-surface`}>
					{t("errors.toHome")}
				</a>
			</div>
		</div>
	);
}
