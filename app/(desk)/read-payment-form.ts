import { usableOperators } from "#components/payments/form/operator-choice.ts";
import { homeCountry } from "#lib/payments/home-country.ts";
import type { Action } from "#lib/roles.ts";
import { pageContext } from "#server/http/page-context.ts";
import { listOperators } from "#server/settings/list-operators.ts";

export async function readPaymentForm(action: Action) {
	const context = await pageContext(action);
	const { walletCurrencies, timeZone } = context.config;
	const { items } = await listOperators(context);
	const choices = usableOperators(items, walletCurrencies);
	return { memberId: context.member.id, choices, country: homeCountry(choices, timeZone) };
}
