"use client";
import { useTranslations } from "next-intl";
import { DayText } from "#components/ui/day-text.tsx";
import { Dialog } from "#components/ui/dialog/dialog.tsx";
import { Money } from "#components/ui/money.tsx";
import { BodyCell, HeadCell, Table } from "#components/ui/table/table.tsx";
import type { WalletFlow } from "#lib/movements/flow-scale.ts";

export default function FlowTable({ currency, flows, trend, onClose }: WalletFlow & { onClose: () => void }) {
	const t = useTranslations("home.flow");
	const balances = new Map(trend.map((closing) => [closing.day, closing]));
	const figure = (amount: string) => <Money amount={amount} currency={currency} withCurrency={false} />;
	const caption = t("caption", { days: flows.length, currency });
	return (
		<Dialog onClose={onClose} title={caption} className="w-[min(38rem,calc(100vw-1rem))]!">
			<div className="-mx-2 max-h-[65dvh] overflow-auto px-2">
				<Table caption={caption} className="max-sm:text-xs max-[22rem]:text-2xs max-[22rem]:[&_:is(td,th)]:px-1">
					<thead className="top-0! bg-surface">
						<tr>
							<HeadCell>{t("day")}</HeadCell>
							<HeadCell numeric>{t("in")}</HeadCell>
							<HeadCell numeric>{t("out")}</HeadCell>
							<HeadCell numeric wide>
								{t("fees")}
							</HeadCell>
							<HeadCell numeric>{t("balance")}</HeadCell>
						</tr>
					</thead>
					<tbody>
						{flows.toReversed().map((day) => {
							const balance = balances.get(day.day);
							return (
								<tr key={day.day}>
									<th scope="row" className="border-line border-b py-1.5 text-left font-normal">
										<DayText day={day.day} />
									</th>
									<BodyCell numeric>{figure(day.in)}</BodyCell>
									<BodyCell numeric>{figure(day.out)}</BodyCell>
									<BodyCell numeric wide className="text-ink-2">
										{figure(day.fees)}
									</BodyCell>
									<BodyCell numeric>
										{balance === undefined ? "–" : figure(balance.balance)}
										{balance?.onTheWay ? <Beside label={t("onTheWay")}>{figure(balance.onTheWay)}</Beside> : null}
										{balance?.unmatched ? <Beside label={t("unmatched")}>{figure(balance.unmatched)}</Beside> : null}
										{balance?.known === "reckoned" ? <Beside label={t("reckoned")} /> : null}
									</BodyCell>
								</tr>
							);
						})}
					</tbody>
				</Table>
			</div>
		</Dialog>
	);
}

function Beside({ label, children }: { label: string; children?: React.ReactNode }) {
	return (
		<span className="block whitespace-normal text-2xs text-ink-3">
			{label} {children}
		</span>
	);
}
