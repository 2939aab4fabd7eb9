"use client";
import { useLocale } from "next-intl";
import { type ComponentProps, memo, type ReactNode } from "react";
import { LineName, type LinePart } from "#components/movements/line-name.tsx";
import { MovementType, WithdrawnText } from "#components/movements/movement-type.tsx";
import { RowMark } from "#components/payments/marked/mark-box.tsx";
import { Money } from "#components/ui/money.tsx";
import { Time } from "#components/ui/time.tsx";
import { moneyText } from "#lib/amounts/money-text.ts";
import type { LineName as Name } from "#lib/contracts/line-name.ts";
import type { Movement } from "#lib/contracts/movement.ts";
import type { MovementColumn } from "#lib/lists/list-columns.ts";
import { movementSign } from "#lib/movements/movements.ts";

interface MovementRowProps {
	movement: Movement;
	t: ComponentProps<typeof MovementType>["t"];
	/** False in a list of several wallets, where each line has its currency and none has the balance after it. */
	ofOneWallet: boolean;
	/** In tables with row navigation: 0 for the row that Tab reaches, -1 for the others. */
	tabIndex?: 0 | -1;
	/** The desk's data on the line; null until loaded, with its space reserved. */
	name: Name | null;
	marked?: boolean;
	/** The columns that the member chose; undefined: the usual ones, whose cells the style sheet knows by their place. */
	columns?: readonly MovementColumn[] | undefined;
	/** Undefined when this line cannot be marked. */
	onMark?: ((lines: readonly Movement[], isMarked: boolean) => void) | undefined;
}

/**
 * Shows time, type, amount, and the fee where there is room. Needs a table body of class `movement-lines`. Unchanged rows do not render
 * again.
 */
export const MovementRow = memo(function MovementRow({
	movement,
	t,
	ofOneWallet,
	tabIndex,
	name,
	marked = false,
	onMark,
	columns,
}: MovementRowProps) {
	const locale = useLocale();
	const { type, amount, fee, currency, createdAt, withdrawnAt } = movement;
	const figure = (text: string, sign: "+" | "−" | "" = "") => (
		<Money
			inFigures
			amount={text}
			currency={currency}
			withCurrency={!ofOneWallet}
			sign={sign}
			className={withdrawnAt ? "withdrawn" : undefined}
			currencyClassName={sign && "font-normal text-ink-2 max-[24rem]:block"}
		/>
	);
	const part = (of: LinePart) => (name ? <LineName name={name} part={of} currency={currency} /> : null);
	const when = (
		<>
			{onMark ? (
				<RowMark
					label={t("mark", { amount: moneyText(amount, currency, locale) })}
					checked={marked}
					onChange={(isMarked) => onMark([movement], isMarked)}
					tabIndex={-1}
				/>
			) : null}
			<Time at={createdAt} as={ofOneWallet ? "moment" : "momentShort"} />
		</>
	);
	const kind = (
		<>
			<MovementType type={type} t={t} />
			<WithdrawnText line={movement} />
		</>
	);
	if (columns) {
		const own: Partial<Record<MovementColumn, ReactNode>> = {
			when,
			type: kind,
			fee: figure(fee),
			amount: figure(amount, movementSign(type)),
		};
		return (
			<tr tabIndex={tabIndex}>
				{columns.map((column) => (
					<td key={column} className={chosenCell(column)}>
						{own[column] ?? part(column as LinePart)}
					</td>
				))}
			</tr>
		);
	}
	return (
		<tr tabIndex={tabIndex}>
			<td>{when}</td>
			<td>
				{kind}
				{withdrawnAt ? null : <small>{part("payment")}</small>}
			</td>
			<td>{part("payment")}</td>
			<td>{figure(fee)}</td>
			<td>
				{figure(amount, movementSign(type))}
				{ofOneWallet ? <small>{part("balance")}</small> : null}
			</td>
			{ofOneWallet ? <td>{part("balance")}</td> : null}
		</tr>
	);
});

const ON_PHONES: readonly MovementColumn[] = ["when", "type", "amount"];
const FIGURES: readonly MovementColumn[] = ["fee", "amount", "balance"];

export function isFigure(column: MovementColumn): boolean {
	return FIGURES.includes(column);
}

export function isOnPhones(column: MovementColumn): boolean {
	return ON_PHONES.includes(column);
}

function chosenCell(column: MovementColumn): string {
	const room = isOnPhones(column) ? "" : " max-sm:hidden";
	if (column === "when") return "num text-ink-2 max-sm:text-xs sm:relative sm:pl-7!";
	if (column === "amount") return "figure font-[540]";
	if (isFigure(column)) return `figure text-ink-2${room}`;
	return `max-w-60 truncate${column === "type" ? "" : " text-ink-2"}${room}`;
}
