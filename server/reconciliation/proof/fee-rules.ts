/** How the service counts fees, as a person has kept it per wallet. */
import { z } from "zod";
import { type FeeRule, keptFeeRuleSchema } from "#lib/contracts/reconciliation.ts";
import { FEE_RULES } from "#server/payment-records/expected-fee.ts";
import { USUAL_RULE } from "#server/reconciliation/proof/effects.ts";
import type { Store } from "#server/store/database.ts";
import { PREPARED } from "#server/store/keep-prepared.ts";

/** A wallet without an entry counts by the usual rule. */
const rulesSchema = z.object({ wallets: z.array(keptFeeRuleSchema) });

export async function readFeeRules(store: Store): Promise<z.infer<typeof rulesSchema>["wallets"]> {
	const row = await store
		.selectFrom("setting")
		.modifyFront(PREPARED)
		.select("value")
		.where("name", "=", FEE_RULES)
		.executeTakeFirst();
	return rulesSchema.safeParse(row?.value).data?.wallets ?? [];
}

/** Null while nobody has kept one. */
export async function readKeptFeeRule(store: Store, currency: string): Promise<FeeRule | null> {
	return (await readFeeRules(store)).find((each) => each.currency === currency)?.rule ?? null;
}

export async function readFeeRule(store: Store, { currency }: { currency: string }): Promise<FeeRule> {
	return (await readKeptFeeRule(store, currency)) ?? USUAL_RULE;
}
