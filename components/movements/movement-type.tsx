import { ArrowDownToLine, ArrowUpFromLine, CircleQuestionMark } from "lucide-react";
import type { useTranslations } from "next-intl";
import { Badge } from "#components/ui/badge.tsx";
import { isNamedType, movementDirection } from "#lib/movements.ts";

interface MovementTypeProps {
	type: string;
	/** The table's own: a row that makes one for itself costs more than its cells. */
	t: ReturnType<typeof useTranslations<"movements">>;
}

/** The service's word for a movement, in ours where we have one; as it came where not. */
export function MovementType({ type, t }: MovementTypeProps) {
	const direction = movementDirection(type);
	const icon = direction === "in" ? ArrowDownToLine : direction === "out" ? ArrowUpFromLine : CircleQuestionMark;
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
