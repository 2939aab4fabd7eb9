/** Reads how the service counts fees, as a person has kept the rule per wallet. */
import { z } from "zod";
import { type FeeRule, keptFeeRuleSchema } from "#lib/contracts/reconciliation.ts";
import { FEE_RULES } from "#server/payment-records/expected-fee.ts";
import { readSetting } from "#server/payment-records/payment-settings.ts";
import { USUAL_RULE } from "#server/reconciliation/proof/effects.ts";
import type { Database } from "#server/store/database.ts";

/** A wallet without an entry counts by the usual rule. */
const rulesSchema = z.object({ wallets: z.array(keptFeeRuleSchema) });

export async function readFeeRules(store: Database): Promise<z.infer<typeof rulesSchema>["wallets"]> {
	return (await readSetting(store, FEE_RULES, rulesSchema, { wallets: [] })).wallets;
}

/** Returns null until a person has kept a rule for the wallet. */
export async function readKeptFeeRule(store: Database, currency: string): Promise<FeeRule | null> {
	return (await readFeeRules(store)).find((each) => each.currency === currency)?.rule ?? null;
}

export async function readFeeRule(store: Database, { currency }: { currency: string }): Promise<FeeRule> {
	return (await readKeptFeeRule(store, currency)) ?? USUAL_RULE;
}
