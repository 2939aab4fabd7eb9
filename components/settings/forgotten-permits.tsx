"use client";
/** What was sent by a database that is gone, as machines' journals have it: to be looked for in the wallet, one by one. */
import { useTranslations } from "next-intl";
import { Money } from "#components/ui/money.tsx";
import { SectionTitle } from "#components/ui/section-title.tsx";
import { BodyCell, HeadCell, Table, TableHead, TableRow } from "#components/ui/table.tsx";
import { Time } from "#components/ui/time.tsx";
import type { Configuration } from "#lib/contracts/configuration.ts";

export function ForgottenPermits({ forgotten }: { forgotten: Configuration["forgotten"] }) {
	const t = useTranslations("settings.forgotten");
	const { count, items } = forgotten;
	if (count === 0) return null;
	const title = t("title", { count });
	return (
		<section aria-label={title} className="mb-8">
			<SectionTitle className="mb-1!">{title}</SectionTitle>
			<p className="mb-2 max-w-[64ch] text-ink-2 text-sm">{t("lead")}</p>
			<Table caption={title}>
				<TableHead>
					<TableRow>
						<HeadCell>{t("when")}</HeadCell>
						<HeadCell wide>{t("kind")}</HeadCell>
						<HeadCell>{t("number")}</HeadCell>
						<HeadCell numeric>{t("amount")}</HeadCell>
					</TableRow>
				</TableHead>
				<tbody>
					{items.map(({ attempt, at, kind, number, amount, currency }) => (
						<TableRow key={attempt}>
							<BodyCell>
								<Time at={at} as="momentShort" />
							</BodyCell>
							<BodyCell wide>{t(kind)}</BodyCell>
							<BodyCell>
								<span className="code">{number}</span>
							</BodyCell>
							<BodyCell numeric>
								<Money amount={amount} currency={currency} />
							</BodyCell>
						</TableRow>
					))}
				</tbody>
			</Table>
			{count > items.length ? (
				<p className="mt-2 text-ink-2 text-xs">{t("more", { count: count - items.length })}</p>
			) : null}
		</section>
	);
}
