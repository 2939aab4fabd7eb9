import { ROW_FIELDS, type RowField } from "#lib/batches/recognise-columns.ts";
import type { Recipient } from "#lib/contracts/recipient.ts";

export interface BookAmounts {
	/** `empty`: amounts are typed later, in the draft. `same`: one for all. `last`: each recipient's last amount in this currency. */
	kind: "empty" | "same" | "last";
	/** Plain decimal text of `same`. */
	amount: string;
	currency: string;
}

type Picked = Pick<Recipient, "number" | "operatorName" | "country" | "name" | "purpose" | "lastPayout">;

/** Rows sorted by name, with cells in the order of `ROW_FIELDS`. */
export function bookRows(recipients: readonly Picked[], { kind, amount, currency }: BookAmounts): string[][] {
	const amountOf = ({ lastPayout: last }: Picked) => {
		if (kind === "same") return amount;
		return kind === "last" && last?.currency === currency ? last.amount.replace(/\.00$/, "") : "";
	};
	return recipients
		.toSorted((a, b) => a.name.localeCompare(b.name))
		.map((recipient) => {
			const { number, operatorName, country, name, purpose } = recipient;
			const cells: Record<RowField, string> = {
				...{ destination: number, amount: amountOf(recipient), currency, country, name },
				...{ operator: operatorName ?? "", purpose: purpose ?? "" },
			};
			return ROW_FIELDS.map((field) => cells[field]);
		});
}
