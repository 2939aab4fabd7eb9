import { Money } from "#components/ui/money.tsx";
import type { Batch } from "#lib/contracts/batch.ts";

export function BatchTotals({ totals }: { totals: Batch["totals"] }) {
	if (totals.length === 0) return <span className="text-ink-3">–</span>;
	return totals.map(({ currency, amount }) => (
		<span key={currency} className="block">
			<Money amount={amount} currency={currency} />
		</span>
	));
}
