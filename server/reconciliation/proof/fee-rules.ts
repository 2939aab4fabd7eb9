/** Reads how the service counts a wallet's fees, as an admin stored it. */
import { z } from "zod";
import { type FeeRule, keptFeeRuleSchema } from "#lib/contracts/reconciliation.ts";
import { FEE_RULES } from "#server/payment-records/expected-fee.ts";
import { knownEffects, USUAL_RULE } from "#server/reconciliation/proof/effects.ts";
import type { Database } from "#server/store/database.ts";
import { readSetting } from "#server/store/settings.ts";

const rulesSchema = z.object({ wallets: z.array(keptFeeRuleSchema) });

export async function readFeeRules(store: Database): Promise<z.infer<typeof rulesSchema>["wallets"]> {
	return (await readSetting(store, FEE_RULES, rulesSchema, { wallets: [] })).wallets;
}

export async function readKeptFeeRule(store: Database, currency: string): Promise<FeeRule | null> {
	return (await readFeeRules(store)).find((each) => each.currency === currency)?.rule ?? null;
}

export async function readFeeRule(store: Database, { currency }: { currency: string }): Promise<FeeRule> {
	return (await readKeptFeeRule(store, currency)) ?? USUAL_RULE;
}

export async function readEffects(store: Database, wallet: { currency: string }) {
	return knownEffects(await readFeeRule(store, wallet));
}
