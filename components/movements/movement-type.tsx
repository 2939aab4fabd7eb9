import { useTranslations } from "next-intl";
import { Badge } from "#components/ui/badge.tsx";
import { Time } from "#components/ui/time.tsx";
import { isNamedType, movementDirection } from "#lib/movements/movements.ts";

interface MovementTypeProps {
	type: string;
	/** Passed by the parent: a translator per row would cost more than the row's cells. */
	t: ReturnType<typeof useTranslations<"movements">>;
}

export function MovementType({ type, t }: MovementTypeProps) {
	const direction = movementDirection(type);
	const icon =
		direction === "in" ? "arrow-down-to-line" : direction === "out" ? "arrow-up-from-line" : "circle-question-mark";
	return (
		<Badge plain tone={direction === "in" ? "positive" : "neutral"} icon={icon}>
			{isNamedType(type) ? (
				t(`types.${type}`)
			) : (
				<span className="max-w-[5rem] sm:max-w-[12rem] truncate" title={t("typeUnknown")}>
					{type}
				</span>
			)}
		</Badge>
	);
}

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
