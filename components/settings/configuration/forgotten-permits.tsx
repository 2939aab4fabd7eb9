"use client";
/** Lists forgotten permits: machines' journals name them, but this database lacks their attempts. An admin looks for each in the wallet. */
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useChangeWaits } from "#components/change-requests/use-change-waits.ts";
import { useChangedToast } from "#components/change-requests/use-changed-toast.ts";
import { Button } from "#components/ui/button.tsx";
import { ReasonDialog } from "#components/ui/dialog/reason-dialog.tsx";
import { Money } from "#components/ui/money.tsx";
import { SectionTitle } from "#components/ui/page/section-title.tsx";
import { DataTable } from "#components/ui/table/data-table.tsx";
import { Time } from "#components/ui/time.tsx";
import type { Configuration } from "#lib/contracts/configuration.ts";
import { formatPhone } from "#lib/phone.ts";
import { closeForgottenPermits } from "#lib/queries/configuration.ts";

export function ForgottenPermits({ forgotten }: { forgotten: Configuration["forgotten"] }) {
	const t = useTranslations("settings.forgotten");
	const toastChanged = useChangedToast();
	const mayClose = useChangeWaits("forgotten_permits_closed") === false;
	const [closing, setClosing] = useState<readonly string[]>([]);
	const { count, items } = forgotten;
	if (count === 0) return null;
	const title = t("title", { count });
	return (
		<section id="forgotten-permits" aria-label={title} className="mb-8 scroll-mt-16">
			<SectionTitle className="mb-1!">{title}</SectionTitle>
			<p className="mb-2 max-w-[64ch] text-ink-2 text-sm">{t("lead", { count })}</p>
			<DataTable
				caption={title}
				rows={items}
				keyOf={({ attempt }) => attempt}
				columns={[
					{
						head: t("when"),
						of: ({ at, number }) => (
							<>
								<Time at={at} as="momentShort" />
								<span className="num block text-ink-2 text-xs sm:hidden">{formatPhone(number)}</span>
							</>
						),
					},
					{ head: t("kind"), wide: true, of: ({ kind }) => t(kind) },
					{ head: t("number"), wide: true, className: "num", of: ({ number }) => formatPhone(number) },
					{
						head: t("amount"),
						numeric: true,
						of: ({ amount, currency }) => (
							<Money amount={amount} currency={currency} currencyClassName="max-xs:block" />
						),
					},
					{
						head: t("close"),
						isHeadHidden: true,
						className: "text-right",
						of: ({ attempt, number }) =>
							mayClose ? (
								<Button size="sm" onClick={() => setClosing([attempt])} aria-label={t("closeOne", { number })}>
									{t("close")}
								</Button>
							) : null,
					},
				]}
			/>
			{mayClose && items.length > 1 ? (
				<Button className="mt-3" onClick={() => setClosing(items.map(({ attempt }) => attempt))}>
					{t("closeAll", { count: items.length })}
				</Button>
			) : null}
			{count > items.length ? (
				<p className="mt-2 text-ink-2 text-xs">{t("more", { count: count - items.length })}</p>
			) : null}
			{closing.length > 0 ? (
				<ReasonDialog
					texts={{
						title: t("closeTitle", { count: closing.length }),
						body: t("closeBody", { count: closing.length }),
						act: t("closeAct"),
						reason: t("reason"),
						hint: t("reasonHint"),
					}}
					act={(reason) => closeForgottenPermits({ attempts: [...closing], reason })}
					onDone={(answer) => toastChanged(answer, t("closeAct"))}
					onClose={() => setClosing([])}
				/>
			) : null}
		</section>
	);
}
