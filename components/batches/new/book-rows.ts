/** Recipients of the book as the rows of a new batch. */
import { ROW_FIELDS, type RowField } from "#lib/batches/recognise-columns.ts";
import type { Recipient } from "#lib/contracts/recipient.ts";

export interface BookAmounts {
	/** `empty`: people type amounts in the draft. `same`: one amount for all. `last`: each one's last amount, if in this currency. */
	kind: "empty" | "same" | "last";
	/** Plain decimal text of `same`. */
	amount: string;
	currency: string;
}

type Picked = Pick<Recipient, "number" | "operatorName" | "country" | "name" | "purpose" | "lastPayout">;

/** Cells in the order of `ROW_FIELDS`, by name. */
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
