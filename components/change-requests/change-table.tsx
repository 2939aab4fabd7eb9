import { useTranslations } from "next-intl";
import { Icon } from "#components/ui/icon.tsx";
import type { ChangeRow } from "#lib/text/change-text.ts";

export function ChangeTable({ rows }: { rows: readonly ChangeRow[] }) {
	const t = useTranslations("changes");
	return (
		<dl className="grid gap-y-2.5 text-sm">
			{rows.map(({ field, label, before, after }) => (
				<div key={field} className="grid gap-x-4 sm:grid-cols-[11rem_minmax(0,1fr)]">
					<dt className="text-ink-2 text-xs leading-5">{label}</dt>
					<dd className="flex min-w-0 flex-wrap items-baseline gap-x-2 tabular-nums">
						{before === null ? null : (
							<>
								<span className="text-ink-2">
									<span className="sr-only">{t("now")} </span>
									{before}
								</span>
								<Icon name="arrow-right" className="size-3.5 shrink-0 self-center text-ink-3" />
							</>
						)}
						<span className="wrap-anywhere font-[560]">
							<span className="sr-only">{t("shall")} </span>
							{after}
						</span>
					</dd>
				</div>
			))}
		</dl>
	);
}
