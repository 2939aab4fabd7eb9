"use client";
import { useQuery } from "@tanstack/react-query";
import { PasswordSwitch } from "#components/settings/sign-in/password-switch.tsx";
import { ProviderCard } from "#components/settings/sign-in/provider-card.tsx";
import { ReadFault } from "#components/ui/page/read-fault.tsx";
import { signInRulesQueries } from "#lib/queries/sign-in-rules.ts";

/** Through whom members come in, and whether passwords let them in as well. */
export function SignInRulesView({ mayManage }: { mayManage: boolean }) {
	const query = useQuery(signInRulesQueries.now());
	const rules = query.data;
	return (
		<>
			<ReadFault query={query} />
			{rules ? (
				<div data-wide className="grid items-start gap-5 wide:grid-cols-2">
					<ProviderCard provider={rules.provider} />
					{rules.provider ? <PasswordSwitch rules={rules} mayManage={mayManage} /> : null}
				</div>
			) : null}
		</>
	);
}
