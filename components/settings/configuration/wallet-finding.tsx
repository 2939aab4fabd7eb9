"use client";
import { useTranslations } from "next-intl";
import { Description, DescriptionList } from "#components/ui/description-list.tsx";
import { Money } from "#components/ui/money.tsx";
import { Card } from "#components/ui/page/card.tsx";
import { SectionTitle } from "#components/ui/page/section-title.tsx";
import { Time } from "#components/ui/time.tsx";
import type { WalletGap } from "#lib/contracts/wallet-gaps.ts";
import { absolute, minorOf, toDecimal } from "#lib/money.ts";

type Finding = NonNullable<WalletGap["finding"]>;

export function WalletFinding({ finding, wallet: { currency, since } }: { finding: Finding; wallet: WalletGap }) {
	const t = useTranslations("settings.walletGaps");
	const { before, now, unexplained, unlined } = finding;
	const explained = explainedOf(finding);
	return (
		<Card>
			<SectionTitle>{t("shows")}</SectionTitle>
			<DescriptionList className="tabular-nums">
				<Description term={t("since")}>
					{since === null ? t("sinceNever") : <Time at={since} as="moment" />}
				</Description>
				<Description term={t("before")}>
					{before ? <Balance {...before} currency={currency} /> : t("noBefore")}
				</Description>
				<Description term={t("now")}>
					<Balance {...now} currency={currency} />
				</Description>
				{explained === null ? null : (
					<Description term={t("explained")}>
						<Money amount={explained.amount} currency={currency} sign={explained.sign} />
					</Description>
				)}
				<Description term={t("unexplained")}>
					{unexplained === null ? (
						t("notKnown")
					) : (
						<Money amount={unexplained} currency={currency} sign="−" className="font-semibold" />
					)}
				</Description>
				{unlined === null || unlined === "0.00" || unlined === unexplained ? null : (
					<Description term={t("unlined")}>
						<Money amount={unlined} currency={currency} sign="−" />
					</Description>
				)}
			</DescriptionList>
			<Lines finding={finding} currency={currency} />
		</Card>
	);
}

/** Returns the effect of known payments on the balance between the two readings; null when unknown. */
function explainedOf({ before, now, unexplained }: Finding): { amount: string; sign: "+" | "−" | "" } | null {
	if (before === null || unexplained === null) return null;
	const sum = minorOf(now.balance) - minorOf(before.balance) + minorOf(unexplained);
	return { amount: toDecimal(absolute(sum)), sign: sum < 0n ? "−" : sum > 0n ? "+" : "" };
}

function Balance({ balance, at, currency }: { balance: string; at: string; currency: string }) {
	return (
		<>
			<Money amount={balance} currency={currency} />
			<span className="block text-ink-2 text-xs">
				<Time at={at} as="moment" />
			</span>
		</>
	);
}

function Lines({ finding: { lines, moreLines, unexplained }, currency }: { finding: Finding; currency: string }) {
	const t = useTranslations("settings.walletGaps");
	if (lines.length === 0)
		return (
			<p className="mt-4 border-line border-t pt-3 text-ink-2 text-sm">
				{t(unexplained === null ? "noLinesNotKnown" : "noLines")}
			</p>
		);
	return (
		<div className="mt-4 border-line border-t pt-3">
			<h3 className="mb-1 text-ink-2 text-xs">{t("lines")}</h3>
			<ul>
				{lines.map(({ id, amount, fee, at }) => (
					<li key={id} className="flex flex-wrap justify-between gap-x-4 py-1">
						<span className="text-ink-2 text-sm">
							<Time at={at} as="moment" />
						</span>
						<span className="text-right">
							<Money amount={amount} currency={currency} sign="−" />
							{fee === "0.00" ? null : (
								<span className="block text-ink-2 text-xs">
									{t.rich("fee", { amount: () => <Money amount={fee} currency={currency} /> })}
								</span>
							)}
						</span>
					</li>
				))}
			</ul>
			{moreLines > 0 ? <p className="text-ink-2 text-xs">{t("moreLines", { count: moreLines })}</p> : null}
		</div>
	);
}
