"use client";
import { useTranslations } from "next-intl";
import { Checkbox } from "#components/ui/fields/checkbox.tsx";
import { Field } from "#components/ui/fields/field.tsx";
import { Options } from "#components/ui/fields/options.tsx";
import { Select } from "#components/ui/fields/select.tsx";
import { Heads } from "#components/ui/table/heads.tsx";
import { BodyCell, Table } from "#components/ui/table/table.tsx";
import type { RecognisedTable } from "#lib/batches/recognise-columns.ts";

interface ColumnMappingProps<Field extends string> {
	table: readonly (readonly string[])[];
	mapping: RecognisedTable<Field>;
	fields: readonly Field[];
	needed: readonly Field[];
	nameOf: (field: Field) => string;
	onChange: (mapping: RecognisedTable<Field>) => void;
}

const SHOWN_ROWS = 5;

export function ColumnMapping<Field extends string>(props: ColumnMappingProps<Field>) {
	const { table, mapping, fields, needed, nameOf, onChange } = props;
	const t = useTranslations("batches");
	const [heading = []] = table;
	const width = table.reduce((most, row) => Math.max(most, row.length), 0);
	const places = Array.from({ length: width }, (_, place) => place);
	const labelOf = (place: number) =>
		mapping.hasHeading && heading[place] ? heading[place] : t("columnOf", { n: place + 1 });
	const set = (field: Field, value: string) => {
		const columns = { ...mapping.columns };
		if (value === "") delete columns[field];
		else columns[field] = Number(value);
		onChange({ ...mapping, columns });
	};
	const shown = table.slice(mapping.hasHeading ? 1 : 0).slice(0, SHOWN_ROWS);
	const used = fields.filter((field) => mapping.columns[field] !== undefined);
	return (
		<fieldset className="grid gap-4 rounded-lg border border-line bg-surface p-[18px]">
			<legend className="float-left font-semibold text-md">{t("columns")}</legend>
			<Checkbox
				label={t("hasHeading")}
				checked={mapping.hasHeading}
				onChange={(event) => onChange({ ...mapping, hasHeading: event.target.checked })}
			/>
			<div className="grid grid-cols-2 gap-3 sm:grid-cols-4">
				{fields.map((field) => (
					<Field key={field} label={nameOf(field)} optional={!needed.includes(field)}>
						<Select value={mapping.columns[field] ?? ""} onChange={(event) => set(field, event.target.value)}>
							<option value="">{t("noColumn")}</option>
							<Options of={places.map((place) => [String(place), labelOf(place)])} />
						</Select>
					</Field>
				))}
			</div>
			{used.length > 0 ? (
				<div className="overflow-x-auto">
					<Table caption={t("preview")} className="[&>thead]:static!">
						<Heads of={used.map((field) => [nameOf(field)])} />
						<tbody>
							{shown.map((row, place) => (
								// biome-ignore lint/suspicious/noArrayIndexKey: two rows may be equal, and of equal keys React leaves one behind
								<tr key={place}>
									{used.map((field) => (
										<BodyCell key={field} className="max-w-48 truncate">
											{row[mapping.columns[field] ?? -1]}
										</BodyCell>
									))}
								</tr>
							))}
						</tbody>
					</Table>
				</div>
			) : null}
		</fieldset>
	);
}
