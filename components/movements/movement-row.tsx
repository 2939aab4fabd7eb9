"use client";
import { type ComponentProps, lazy, memo, Suspense } from "react";
import { movementSign } from "#components/movements/movement-sign.ts";
import { MovementType } from "#components/movements/movement-type.tsx";
import { WithdrawnText } from "#components/movements/withdrawn-text.tsx";
import { cx } from "#components/ui/class-names.ts";
import { Money } from "#components/ui/money.tsx";
import { BodyCell, TableRow } from "#components/ui/table/table.tsx";
import { Time, type TimeShape } from "#components/ui/time.tsx";
import type { LineName as Name } from "#lib/contracts/line-name.ts";
import type { Movement } from "#lib/contracts/movement.ts";

// The rows do not wait for it.
const LineName = lazy(() => import("#components/movements/line-name.tsx"));

interface MovementRowProps {
	movement: Movement;
	timeShape: TimeShape;
	/** Words of `movements`. */
	t: ComponentProps<typeof MovementType>["t"];
	/** Lists of several wallets show it. */
	withCurrency: boolean;
	/** In tables that are walked row by row: 0 for the row that Tab reaches, -1 for the others. */
	tabIndex?: 0 | -1;
	/** What it is, null until that is known: its room is kept. Undefined in tables that do not say. */
	name?: Name | null;
}

/** When, what, how much; the fee where there is room. Rows that stayed the same are not drawn again. */
export const MovementRow = memo(function MovementRow({
	movement,
	t,
	timeShape,
	withCurrency,
	tabIndex,
	name,
}: MovementRowProps) {
	const { type, amount, fee, currency, createdAt, withdrawnAt } = movement;
	const struck = withdrawnAt === null ? undefined : "text-ink-2 line-through";
	const named = name !== undefined;
	const part = (of: "whose" | "balance") =>
		name ? (
			<Suspense>
				<LineName name={name} part={of} currency={currency} />
			</Suspense>
		) : null;
	return (
		<TableRow tabIndex={tabIndex}>
			<BodyCell className="num text-ink-2 max-sm:whitespace-normal max-sm:text-xs">
				<Time at={createdAt} as={timeShape} />
			</BodyCell>
			<BodyCell className={cx(named && "max-lg:w-full max-lg:max-w-0")}>
				<MovementType type={type} t={t} />
				<WithdrawnText line={movement} />
				{named ? <span className="block h-5 text-xs lg:hidden">{part("whose")}</span> : null}
			</BodyCell>
			{named ? <BodyCell className="w-full max-w-0 max-lg:hidden">{part("whose")}</BodyCell> : null}
			<BodyCell numeric wide className="text-ink-2">
				<Money amount={fee} currency={currency} withCurrency={withCurrency} className={struck} />
			</BodyCell>
			<BodyCell numeric className={cx("font-[540]", named && "max-lg:pr-0.5!")}>
				<Money
					amount={amount}
					currency={currency}
					withCurrency={withCurrency}
					sign={movementSign(type, amount)}
					className={struck}
					currencyClassName="font-normal text-ink-2 max-xs:block"
				/>
				{named ? <span className="block h-5 font-normal text-ink-2 text-xs lg:hidden">{part("balance")}</span> : null}
			</BodyCell>
			{named ? (
				<BodyCell numeric className="text-ink-2 max-lg:hidden">
					{part("balance")}
				</BodyCell>
			) : null}
		</TableRow>
	);
});
