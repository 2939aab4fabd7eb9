"use client";
import { useTranslations } from "next-intl";
import { Time } from "#components/ui/time.tsx";

interface WithdrawnTextProps {
	line: { withdrawnAt: string | null; replacedBy: string | null };
}

/** Under a line that the service took back; nothing under any other. */
export function WithdrawnText({ line: { withdrawnAt, replacedBy } }: WithdrawnTextProps) {
	const t = useTranslations("movements");
	if (withdrawnAt === null) return null;
	const tags = { time: () => <Time at={withdrawnAt} as="momentShort" className="num" /> };
	return (
		<span className="block text-ink-2 text-xs">
			{replacedBy === null ? t.rich("withdrawn", tags) : t.rich("replaced", tags)}
		</span>
	);
}
