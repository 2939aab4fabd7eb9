/** The address of Insights for a wallet; `from` and `to` are calendar days, both inclusive. */
export function insightsPath({ currency, from, to }: { currency: string; from: string; to: string }): string {
	return `/insights?${new URLSearchParams({ currency, from, to })}`;
}
