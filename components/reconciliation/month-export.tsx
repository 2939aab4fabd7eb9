/** The accountant's file of a month: a plain form, so that it works as a link does. */
import { Download } from "lucide-react";
import { useTranslations } from "next-intl";
import { Button } from "#components/ui/button.tsx";
import { Select } from "#components/ui/select.tsx";

interface MonthExportProps {
	currency: string;
	/** "2026-11" with its name, newest first. */
	months: readonly { month: string; name: string }[];
}

export function MonthExport({ currency, months }: MonthExportProps) {
	const t = useTranslations("reconciliation");
	return (
		<form method="get" action="/api/reconciliation/export" className="flex items-center gap-2">
			<input type="hidden" name="currency" value={currency} />
			<Select name="month" aria-label={t("month")} className="w-auto! max-sm:min-w-40 max-sm:flex-1">
				{months.map(({ month, name }) => (
					<option key={month} value={month}>
						{name}
					</option>
				))}
			</Select>
			<Button type="submit">
				<Download aria-hidden="true" />
				{t("export")}
			</Button>
		</form>
	);
}
