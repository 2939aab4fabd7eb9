"use client";
import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { ExpiryForm } from "#components/settings/rules/expiry-form.tsx";
import { RuleForm } from "#components/settings/rules/rule-form.tsx";
import { ReadFault } from "#components/ui/page/read-fault.tsx";
import { payoutRuleQueries } from "#lib/queries/payout-rules.ts";

/** What every payout is held to: limits and approvers of each wallet, and how long a request waits. */
export function RulesView({ mayManage }: { mayManage: boolean }) {
	const t = useTranslations("settings.rules");
	const query = useQuery(payoutRuleQueries.now());
	const rules = query.data;
	return (
		<>
			<ReadFault query={query} />
			{rules ? (
				<>
					<p className="mb-5 max-w-[68ch] text-ink-2 text-sm">
						{t("lead", { zone: rules.timeZone.replaceAll("_", " ") })}
					</p>
					<div data-wide className="grid items-start gap-5 wide:grid-cols-2">
						{rules.items.map((rule) => (
							// Another version is another form: what an admin types is never mixed with what another one saved.
							<RuleForm key={`${rule.currency} ${rule.version}`} rule={rule} mayManage={mayManage} />
						))}
						<ExpiryForm
							key={`${rules.expiry.payoutMinutes} ${rules.expiry.depositMinutes}`}
							expiry={rules.expiry}
							mayManage={mayManage}
						/>
					</div>
				</>
			) : null}
		</>
	);
}
