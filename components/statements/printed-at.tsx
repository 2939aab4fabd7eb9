"use client";
import { useTranslations } from "next-intl";
import { useEffect, useState } from "react";
import { flushSync } from "react-dom";
import { Time } from "#components/ui/time.tsx";

/** On paper alone: when it was printed. The page may have been open for long before. */
export function PrintedAt() {
	const t = useTranslations("statements");
	const [at, setAt] = useState(() => new Date().toISOString());
	useEffect(() => {
		const note = () => flushSync(() => setAt(new Date().toISOString()));
		window.addEventListener("beforeprint", note);
		return () => window.removeEventListener("beforeprint", note);
	}, []);
	return (
		<p className="mt-6 hidden text-ink-2 text-xs print:block" suppressHydrationWarning>
			{t.rich("printed", { at: () => <Time at={at} as="exact" /> })}
		</p>
	);
}
