"use client";
import { useTranslations } from "next-intl";
import { useEffect, useTransition } from "react";
import { isDatabaseAwayPage } from "#lib/addresses/page-faults.ts";

const AGAIN_MS = 5_000;

/** Imports no components, because the desk's error boundary is part of every page. Only the log contains the error itself. */
export function PageFault({ error, onRetry }: { error: unknown; onRetry: () => void }) {
	const t = useTranslations();
	const isAway = isDatabaseAwayPage(error);
	const [isAsking, startAsking] = useTransition();
	// Waits for a running retry to be answered: a new one would replace it, and a slow answer would never arrive.
	useEffect(() => {
		if (!isAway || isAsking) return;
		const again = setTimeout(() => startAsking(() => onRetry()), AGAIN_MS);
		return () => clearTimeout(again);
	}, [isAway, isAsking, onRetry]);
	return (
		<div
			data-wide
			role={isAway ? "status" : undefined}
			className="mx-auto grid max-w-[30rem] justify-items-center gap-2 py-16 text-center"
		>
			<h1 className="font-[620] text-xl tracking-[-0.017em]">{t(isAway ? "errors.awayTitle" : "errors.pageTitle")}</h1>
			<p className="text-balance text-ink-2">{t(isAway ? "errors.awayWhy" : "errors.pageWhy")}</p>
			<div className="mt-4 flex flex-wrap justify-center gap-2">
				{/* Forces a full page load, because React requests a failed file only once. */}
				<button type="button" onClick={() => location.reload()} className="button button-md button-primary">
					{t("common.retry")}
				</button>
				{/* Forces a full page load, because the router itself may have thrown. */}
				<a href="/" className="button button-md button-secondary">
					{t("errors.toHome")}
				</a>
			</div>
		</div>
	);
}
