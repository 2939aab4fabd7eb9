import { useTranslations } from "next-intl";
import { Badge } from "#components/ui/badge.tsx";
import type { RowFault } from "#lib/contracts/batch.ts";

/** In words, field by field. */
export function RowFaults({ faults }: { faults: readonly RowFault[] }) {
	const faultText = useFaultText();
	return (
		<ul className="grid gap-0.5">
			{faults.map((fault) => (
				<li key={`${fault.field}:${fault.code}`}>
					<Badge plain tone="danger" icon="circle-alert" className="items-start! whitespace-normal!">
						{faultText(fault)}
					</Badge>
				</li>
			))}
		</ul>
	);
}

/** Needs `batches`. */
function useFaultText(): (fault: RowFault) => string {
	const t = useTranslations("batches");
	return ({ field, code }) => {
		const key = `faults.${code}` as "faults.required";
		const said = t.has(key) ? t(key) : code;
		return field === null ? said : t("faultOf", { field: t(`column.${field}`), fault: said });
	};
}
