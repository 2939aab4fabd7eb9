"use client";
import { memo } from "react";
import { movementSign } from "#components/movements/movement-sign.ts";
import { MovementType } from "#components/movements/movement-type.tsx";
import { WithdrawnWords } from "#components/movements/withdrawn-words.tsx";
import { Money } from "#components/ui/money.tsx";
import { BodyCell, TableRow } from "#components/ui/table.tsx";
import { Time, type TimeShape } from "#components/ui/time.tsx";
import type { Movement } from "#lib/contracts/movement.ts";

interface MovementRowProps {
	movement: Movement;
	timeShape: TimeShape;
	/** Lists of several wallets show it. */
	withCurrency: boolean;
	/** In tables that are walked row by row: 0 for the row that Tab reaches, -1 for the others. */
	tabIndex?: 0 | -1;
}

/** When, what, how much; the fee where there is room. Rows that stayed the same are not drawn again. */
export const MovementRow = memo(function MovementRow({
	movement,
	timeShape,
	withCurrency,
	tabIndex,
}: MovementRowProps) {
	const { type, amount, fee, currency, createdAt, withdrawnAt } = movement;
	const struck = withdrawnAt === null ? undefined : "text-ink-2 line-through";
	return (
		<TableRow tabIndex={tabIndex}>
			<BodyCell className="num text-ink-2 max-sm:text-xs">
				<Time at={createdAt} as={timeShape} />
			</BodyCell>
			<BodyCell>
				<MovementType type={type} />
				<WithdrawnWords line={movement} />
			</BodyCell>
			<BodyCell numeric wide className="text-ink-2">
				<Money amount={fee} currency={currency} withCurrency={withCurrency} className={struck} />
			</BodyCell>
			<BodyCell numeric className="font-[540]">
				<Money
					amount={amount}
					currency={currency}
					withCurrency={withCurrency}
					sign={movementSign(type, amount)}
					className={struck}
					currencyClassName="font-normal text-ink-2"
				/>
			</BodyCell>
		</TableRow>
	);
});
