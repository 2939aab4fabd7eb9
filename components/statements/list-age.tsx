import { useTranslations } from "next-intl";
import { Time } from "#components/ui/time.tsx";

/** Gives the time of the list of lines, unless it covers all days. The page must load the texts `statements`. */
export function ListAge({ syncedAt, isComplete }: { syncedAt: string | null; isComplete: boolean }) {
	const t = useTranslations("statements");
	if (isComplete) return null;
	const asOf = (time: string) => t.rich("notComplete", { at: () => <Time at={time} as="exact" /> });
	return <p className="text-ink-2 text-sm">{syncedAt === null ? t("arriving") : asOf(syncedAt)}</p>;
}
