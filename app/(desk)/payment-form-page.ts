import { usableOperators } from "#components/payments/form/operator-choice.ts";
import type { Action } from "#lib/roles.ts";
import { pageContext } from "#server/http/page-context.ts";
import { listOperators } from "#server/settings/list-operators.ts";

export async function readPaymentForm(action: Action) {
	const context = await pageContext(action);
	const { walletCurrencies, timeZone } = context.config;
	const { items } = await listOperators(context);
	const choices = usableOperators(items, walletCurrencies);
	const home = choices.find(({ country }) => zonesOf(country).includes(timeZone)) ?? choices[0];
	return { memberId: context.member.id, choices, country: home?.country ?? "" };
}

/** Time zones of a country; the desk's zone selects the form's first country. */
function zonesOf(country: string): readonly string[] {
	const locale: Intl.Locale & { getTimeZones?: () => string[] | undefined } = new Intl.Locale(`und-${country}`);
	return locale.getTimeZones?.() ?? [];
}
