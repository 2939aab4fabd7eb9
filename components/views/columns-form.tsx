"use client";
import { useTranslations } from "next-intl";
import { Button } from "#components/ui/button.tsx";
import { Checkbox } from "#components/ui/fields/checkbox.tsx";
import { Segmented } from "#components/ui/fields/segmented.tsx";
import { Icon } from "#components/ui/icon.tsx";
import { useKeepLayout } from "#components/views/use-keep-layout.ts";
import { useLayout } from "#components/views/use-layout.ts";
import { COLUMNS, DENSITIES, type ListName, usualColumns } from "#lib/lists/list-columns.ts";

interface ColumnsFormProps {
	list: ListName;
	labels: Readonly<Record<string, string>>;
}

/** Lists the shown columns in their order, then the others. */
export function ColumnsForm({ list, labels }: ColumnsFormProps) {
	const t = useTranslations("columns");
	const { columns, density } = useLayout(list);
	const keep = useKeepLayout(list);
	const shown: readonly string[] = columns ?? usualColumns(list);
	const others = COLUMNS[list].filter((column) => !shown.includes(column));
	const swap = (at: number, by: 1 | -1) =>
		keep({ columns: shown.with(at, shown[at + by] ?? "").with(at + by, shown[at] ?? "") });
	return (
		<div className="grid gap-3.5">
			<ul aria-label={t("list")} className="-mr-1 grid max-h-[38dvh] gap-0.5 overflow-y-auto pr-1 pl-0.5 text-sm">
				{[...shown, ...others].map((column, at) => {
					const label = labels[column] ?? column;
					const isShown = at < shown.length;
					return (
						<li key={column} className="flex min-h-8 items-center justify-between gap-2">
							<Checkbox
								label={label}
								checked={isShown}
								// The first column cannot be hidden, because it has the link to the row's page.
								disabled={at === 0}
								onChange={() =>
									keep({ columns: isShown ? shown.filter((name) => name !== column) : [...shown, column] })
								}
							/>
							{isShown && at > 0 ? (
								<span className="flex">
									<MoveButton
										icon="arrow-up"
										label={t("up", { column: label })}
										disabled={at === 1}
										onMove={() => swap(at, -1)}
									/>
									<MoveButton
										icon="arrow-down"
										label={t("down", { column: label })}
										disabled={at === shown.length - 1}
										onMove={() => swap(at, 1)}
									/>
								</span>
							) : null}
						</li>
					);
				})}
			</ul>
			{columns === null ? <p className="text-ink-2 text-xs">{t("narrow")}</p> : null}
			<Segmented
				label={t("density")}
				className="w-full"
				value={density}
				options={DENSITIES.map((value) => ({ value, label: t(value) }))}
				onChange={(value) => keep({ density: value })}
			/>
			<Button disabled={columns === null} onClick={() => keep({ columns: null })}>
				{t("usual")}
			</Button>
		</div>
	);
}

interface MoveButtonProps {
	icon: "arrow-up" | "arrow-down";
	label: string;
	disabled: boolean;
	onMove: () => void;
}

function MoveButton({ icon, label, disabled, onMove }: MoveButtonProps) {
	return (
		<Button
			variant="ghost"
			aria-label={label}
			// Not `disabled`, because the button would lose the focus when the column reaches the end.
			aria-disabled={disabled}
			onClick={disabled ? undefined : onMove}
			className="size-8 px-0!"
		>
			<Icon name={icon} />
		</Button>
	);
}
