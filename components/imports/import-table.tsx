"use client";
import { useTranslations } from "next-intl";
import { FaultText } from "#components/payments/fault-text.tsx";
import { TransactionStatus } from "#components/transactions/transaction-status.tsx";
import { Badge } from "#components/ui/badge.tsx";
import { DeskLink } from "#components/ui/desk-link.tsx";
import { Money } from "#components/ui/money.tsx";
import { Heads } from "#components/ui/table/heads.tsx";
import { BodyCell, Table } from "#components/ui/table/table.tsx";
import { Time } from "#components/ui/time.tsx";
import type { ImportedTransaction } from "#lib/contracts/imported-transaction.ts";
import { movementDirection } from "#lib/movements/movements.ts";

export function ImportTable({ items }: { items: readonly ImportedTransaction[] }) {
	const t = useTranslations("imports");
	return (
		<Table caption={t("register")}>
			<Heads
				of={[
					[t("reference")],
					[t("made"), { wide: true, className: "w-40" }],
					[t("says"), { wide: true, className: "w-34" }],
					[t("amount"), { numeric: true, className: "w-[34%] sm:w-32" }],
					[t("imported"), { wide: true, numeric: true, className: "w-36 max-md:hidden" }],
				]}
			/>
			<tbody>
				{items.map((item) => (
					<ImportRow key={item.reference} item={item} />
				))}
			</tbody>
		</Table>
	);
}

function ImportRow({ item }: { item: ImportedTransaction }) {
	const { reference, amount, currency, createdAt, importedAt, importedByName } = item;
	return (
		<tr>
			<BodyCell className="align-top">
				<DeskLink
					href={`/transactions/${encodeURIComponent(reference)}`}
					className="code -mt-1 inline-block break-all rounded-sm py-1 hover:underline"
				>
					{reference}
				</DeskLink>
				<Origin item={item} />
				<span className="mt-1 block sm:hidden">
					<ImportStatus item={item} />
				</span>
			</BodyCell>
			<BodyCell wide className="num whitespace-nowrap align-top text-ink-2">
				{createdAt ? <Time at={createdAt} as="moment" /> : "–"}
			</BodyCell>
			<BodyCell wide className="align-top">
				<ImportStatus item={item} />
			</BodyCell>
			<BodyCell numeric className="whitespace-nowrap align-top">
				{amount && currency ? <Money amount={amount} currency={currency} /> : "–"}
			</BodyCell>
			<BodyCell wide numeric className="align-top text-ink-2 max-md:hidden">
				<Time at={importedAt} as="momentShort" />
				<span className="block text-xs">{importedByName}</span>
			</BodyCell>
		</tr>
	);
}

function Origin({ item: { transactionType, payment, mayAnswer } }: { item: ImportedTransaction }) {
	const t = useTranslations("imports");
	const type =
		transactionType === null ? null : movementDirection(transactionType) ? (
			t(`types.${transactionType}`)
		) : (
			<bdi>{transactionType}</bdi>
		);
	return (
		<span className="block text-ink-2 text-xs">
			{type ? <>{type} · </> : null}
			{payment ? (
				<PaymentLink payment={payment}>{t("isOurs")}</PaymentLink>
			) : mayAnswer[0] ? (
				<PaymentLink payment={mayAnswer[0]} marked>
					{t("mayAnswer", { count: mayAnswer.length })}
				</PaymentLink>
			) : (
				t("notOurs")
			)}
		</span>
	);
}

interface PaymentLinkProps {
	payment: { id: string; kind: string };
	marked?: boolean;
	children: string;
}

function PaymentLink({ payment: { id, kind }, marked = false, children }: PaymentLinkProps) {
	return (
		<DeskLink
			href={`/${kind}s/${id}`}
			className={`rounded-sm underline underline-offset-3 ${marked ? "font-[550] text-warning" : ""}`}
		>
			{children}
		</DeskLink>
	);
}

function ImportStatus({ item: { state, serviceStatus, statusMeaning, cause } }: { item: ImportedTransaction }) {
	const t = useTranslations("imports");
	if (state === "found" && serviceStatus !== null && statusMeaning !== null)
		return <TransactionStatus plain status={serviceStatus} meaning={statusMeaning} />;
	const icon = {
		waiting: "hourglass",
		found: "circle-question-mark",
		not_found: "circle-question-mark",
		unreadable: "triangle-alert",
	} as const;
	return (
		<>
			<Badge plain tone={state === "unreadable" ? "warning" : "neutral"} icon={icon[state]}>
				{t(`states.${state}`)}
			</Badge>
			{cause ? (
				<span className="block max-w-[28ch] break-words text-ink-2 text-xs">
					<FaultText fault={{ cause, words: null }} />
				</span>
			) : null}
		</>
	);
}
