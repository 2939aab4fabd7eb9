"use client";
import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useId } from "react";
import { PasswordSwitch } from "#components/settings/sign-in/password-switch.tsx";
import { Description, DescriptionList } from "#components/ui/description-list.tsx";
import { Card } from "#components/ui/page/card.tsx";
import { ReadFault } from "#components/ui/page/read-fault.tsx";
import type { SignInRules } from "#lib/contracts/sign-in-rules.ts";
import { signInRulesQueries } from "#lib/queries/sign-in-rules.ts";

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

function ProviderCard({ provider }: { provider: SignInRules["provider"] }) {
	const t = useTranslations("settings.signIn");
	const roles = useTranslations("roles");
	const title = useId();
	return (
		<Card aria-labelledby={title}>
			<h2 id={title} className="font-semibold text-md">
				{t("providerTitle")}
			</h2>
			{provider ? (
				<>
					<p className="mb-3 text-ink-2 text-xs">{t("groupsHint")}</p>
					<p className="mb-3 text-ink-2 text-xs">{t("weightHint")}</p>
					<p className="mb-4 text-ink-2 text-xs">{t("factorHint")}</p>
					<DescriptionList>
						<Description term={t("provider")}>
							{provider.name ? `${provider.name} · ${provider.host}` : provider.host}
						</Description>
						<Description term={t("callback")}>
							<span className="code wrap-anywhere whitespace-normal">{provider.callback}</span>
						</Description>
						<Description term={t("claim")}>
							<span className="code">{provider.groupsClaim}</span>
						</Description>
						<Description term={t("groups")}>
							<ul className="grid gap-1">
								{provider.roleGroups.map(({ role, group }) => (
									<li key={`${role} ${group}`} className="wrap-anywhere">
										<span className="code whitespace-normal">{group}</span> → {roles(role)}
									</li>
								))}
							</ul>
						</Description>
					</DescriptionList>
				</>
			) : (
				<p className="mt-1 text-ink-2 text-sm">{t("none")}</p>
			)}
		</Card>
	);
}
