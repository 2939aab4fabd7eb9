"use client";
/** What all that matches adds up to, each type for itself: amounts of different types are never added. */
import { useLocale, useTranslations } from "next-intl";
import { movementSign } from "#components/movements/movement-sign.ts";
import { MovementType } from "#components/movements/movement-type.tsx";
import { Money } from "#components/ui/money.tsx";
import { FootCell } from "#components/ui/table/table.tsx";
import type { MovementSums } from "#lib/contracts/movement.ts";
import { formatCount } from "#lib/counts.ts";
import type { Locale } from "#lib/i18n/choose-locale.ts";

const NOTHING_YET: MovementSums = { total: 0, totals: [], withdrawn: 0, isAtLeast: false };

export function MovementTotals({ currency, sums }: { currency: string; sums: MovementSums | undefined }) {
	const t = useTranslations("movements");
	const locale = useLocale() as Locale;
	const { total, totals, withdrawn, isAtLeast } = sums ?? NOTHING_YET;
	return (
		<tfoot className="border-line-strong border-t" aria-busy={!sums || undefined}>
			<tr>
				<FootCell colSpan={6}>
					{sums
						? t(isAtLeast ? "foundAtLeast" : "found", { count: total, rows: formatCount(total, locale) })
						: t("counting")}
					{withdrawn > 0 ? (
						<span className="block font-normal text-ink-2 text-xs">
							{t("withdrawnCount", { count: withdrawn, rows: formatCount(withdrawn, locale) })}
						</span>
					) : null}
				</FootCell>
			</tr>
			{totals.map(({ type, count, amount, fee }) => (
				<tr key={type}>
					<FootCell className="num font-normal text-ink-2">{formatCount(count, locale)}</FootCell>
					<FootCell>
						<MovementType type={type} t={t} />
					</FootCell>
					<FootCell className="max-lg:hidden" />
					<FootCell numeric wide>
						<Money amount={fee} currency={currency} withCurrency={false} />
					</FootCell>
					<FootCell numeric className="max-lg:pr-0.5!">
						<Money amount={amount} currency={currency} withCurrency={false} sign={movementSign(type, amount)} />
					</FootCell>
					<FootCell className="max-lg:hidden" />
				</tr>
			))}
		</tfoot>
	);
}
