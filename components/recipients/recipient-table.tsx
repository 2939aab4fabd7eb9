"use client";
import { useTranslations } from "next-intl";
import { NumberMarks } from "#components/payments/payout-warnings.tsx";
import { cx } from "#components/ui/class-names.ts";
import { DeskLink } from "#components/ui/desk-link.tsx";
import { Money } from "#components/ui/money.tsx";
import { Heads } from "#components/ui/table/heads.tsx";
import { ROW_LINK } from "#components/ui/table/row-link.ts";
import { BodyCell, Table } from "#components/ui/table/table.tsx";
import { Time } from "#components/ui/time.tsx";
import { useHydrated } from "#components/ui/use-hydrated.ts";
import type { Recipient } from "#lib/contracts/recipient.ts";
import { formatPhone } from "#lib/phone.ts";

interface RecipientTableProps {
	items: readonly Recipient[];
	/** The number of recipients on all pages. */
	total: number;
	onOpen: (recipient: Recipient) => void;
}

export function RecipientTable({ items, total, onOpen }: RecipientTableProps) {
	const t = useTranslations("recipients");
	return (
		<Table data-wide caption={t("title")} className="max-sm:table-fixed">
			<Heads
				of={[
					[t("column.name"), { className: "max-sm:w-[62%]" }],
					[t("column.number"), { wide: true, className: "w-48" }],
					[t("column.purpose"), { wide: true, className: "w-[16%] max-md:hidden" }],
					[t("column.reference"), { wide: true, className: "w-28 max-lg:hidden" }],
					[t("column.groups"), { wide: true, className: "w-[16%] max-lg:hidden" }],
					[t("column.lastPayout"), { numeric: true, className: "w-[38%] max-sm:whitespace-normal sm:w-40" }],
				]}
			/>
			<tbody>
				{items.map((recipient) => (
					<RecipientRow key={recipient.id} recipient={recipient} onOpen={() => onOpen(recipient)} />
				))}
			</tbody>
			<tfoot>
				<tr>
					<BodyCell colSpan={6}>{t("found", { count: total })}</BodyCell>
				</tr>
			</tfoot>
		</Table>
	);
}

function RecipientRow({ recipient, onOpen }: { recipient: Recipient; onOpen: () => void }) {
	const t = useTranslations("recipients");
	const isReady = useHydrated();
	const { name, lastPayout } = recipient;
	// Leaves out the mark of a number that was never paid, because the last column shows this.
	const marks = { neverPaid: false, changedAt: recipient.changedAt, blocked: recipient.blocked };
	return (
		<tr className="relative">
			<BodyCell className="whitespace-normal">
				<button
					type="button"
					disabled={!isReady}
					// Several people may have the same name, so the label has the number too.
					aria-label={`${name}, ${formatPhone(recipient.number)}`}
					onClick={onOpen}
					className={cx(ROW_LINK, "wrap-anywhere cursor-pointer text-left font-[520]")}
				>
					{name}
				</button>
				<span className="num block text-ink-2 text-xs sm:hidden">{formatPhone(recipient.number)}</span>
				<NumberMarks marks={marks} className="mt-1" />
			</BodyCell>
			<BodyCell wide className="num">
				{formatPhone(recipient.number)}
				<span className="block text-ink-2 text-xs">{recipient.operatorName}</span>
			</BodyCell>
			<BodyCell wide className="max-w-0 truncate max-md:hidden" title={recipient.purpose ?? undefined}>
				{recipient.purpose}
			</BodyCell>
			<BodyCell wide className="code max-w-0 truncate text-ink-2 max-lg:hidden">
				{recipient.reference}
			</BodyCell>
			<BodyCell wide className="wrap-anywhere max-w-0 whitespace-normal text-ink-2 max-lg:hidden">
				{recipient.groups.join(", ")}
			</BodyCell>
			<BodyCell numeric>
				{lastPayout ? (
					<DeskLink href={`/payouts/${lastPayout.id}`} className="relative z-1 rounded-sm hover:underline">
						<Money amount={lastPayout.amount} currency={lastPayout.currency} currencyClassName="text-ink-2 text-xs" />
						<span className="block text-ink-2 text-xs max-sm:whitespace-normal">
							<Time at={lastPayout.createdAt} as="momentShort" />
						</span>
					</DeskLink>
				) : (
					<span className="text-ink-3 text-xs">{t("neverPaid")}</span>
				)}
			</BodyCell>
		</tr>
	);
}
