"use client";
import { useTranslations } from "next-intl";
import { Time } from "#components/ui/time.tsx";

interface WithdrawnWordsProps {
	line: { withdrawnAt: string | null; replacedBy: string | null };
}

/** Under a line that the service took back; nothing under any other. */
export function WithdrawnWords({ line: { withdrawnAt, replacedBy } }: WithdrawnWordsProps) {
	const t = useTranslations("movements");
	if (withdrawnAt === null) return null;
	const words = { time: () => <Time at={withdrawnAt} as="momentShort" className="num" /> };
	return (
		<span className="block text-ink-2 text-xs">
			{replacedBy === null ? t.rich("withdrawn", words) : t.rich("replaced", words)}
		</span>
	);
}
