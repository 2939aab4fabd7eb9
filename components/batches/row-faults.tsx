import { useTranslations } from "next-intl";
import { Badge } from "#components/ui/badge.tsx";
import type { RowFault, RowWarning } from "#lib/contracts/batch.ts";

interface RowFaultsProps {
	faults: readonly RowFault[];
	warnings: readonly RowWarning[];
}

export function RowFaults({ faults, warnings }: RowFaultsProps) {
	const faultText = useFaultText();
	const t = useTranslations("batches");
	if (faults.length + warnings.length === 0) return null;
	const warningText = ({ code, name = "", batches = [] }: RowWarning) =>
		t(`warnings.${code}`, { name: name || (batches[0]?.name ?? "") });
	return (
		<ul className="grid gap-0.5">
			{faults.map((fault) => (
				<li key={`${fault.field}:${fault.code}`}>
					<Badge plain tone="danger" icon="circle-alert" className="items-start! whitespace-normal!">
						{fault.field === null
							? faultText(fault)
							: t("faultOf", { field: t(`column.${fault.field}`), fault: faultText(fault) })}
					</Badge>
				</li>
			))}
			{warnings.map((warning) => (
				<li key={warning.code}>
					<Badge plain tone="warning" icon="circle-alert" className="items-start! whitespace-normal!">
						{warningText(warning)}
					</Badge>
				</li>
			))}
		</ul>
	);
}

/** Returns the text of a fault, without the name of its field. The page must load the texts `batches`. */
export function useFaultText(): (fault: RowFault) => string {
	const t = useTranslations("batches");
	return ({ code, row }) => {
		if (code === "repeated_row" && row !== undefined) return t("sameAsRow", { n: row });
		const key = `faults.${code}` as "faults.required";
		return t.has(key) ? t(key) : code;
	};
}
