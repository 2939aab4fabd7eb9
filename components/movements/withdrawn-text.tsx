"use client";
import { useTranslations } from "next-intl";
import { Time } from "#components/ui/time.tsx";

interface WithdrawnTextProps {
	line: { withdrawnAt: string | null; replacedBy: string | null };
}

export function WithdrawnText({ line: { withdrawnAt, replacedBy } }: WithdrawnTextProps) {
	return withdrawnAt === null ? null : <TakenBack at={withdrawnAt} replaced={replacedBy !== null} />;
}

function TakenBack({ at, replaced }: { at: string; replaced: boolean }) {
	const t = useTranslations("movements");
	const tags = { time: () => <Time at={at} as="momentShort" className="num" /> };
	return (
		<span className="block text-ink-2 text-xs">{replaced ? t.rich("replaced", tags) : t.rich("withdrawn", tags)}</span>
	);
}
