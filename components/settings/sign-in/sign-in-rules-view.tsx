"use client";
import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { type FormEvent, useState } from "react";
import { useSettingChange } from "#components/change-requests/use-setting-change.ts";
import { Button } from "#components/ui/button.tsx";
import { Description, DescriptionList } from "#components/ui/description-list.tsx";
import { Field } from "#components/ui/fields/field.tsx";
import { Options } from "#components/ui/fields/options.tsx";
import { Select } from "#components/ui/fields/select.tsx";
import { FaultNotice } from "#components/ui/page/fault-notice.tsx";
import { ReadFault } from "#components/ui/page/read-fault.tsx";
import { TitledCard } from "#components/ui/page/titled-card.tsx";
import { useHydrated } from "#components/ui/use-hydrated.ts";
import type { SignInRules } from "#lib/contracts/sign-in-rules.ts";
import { changeSignInRules, signInRulesQueries } from "#lib/queries/sign-in-rules.ts";

export function SignInRulesView() {
	const query = useQuery(signInRulesQueries.now());
	const rules = query.data;
	return (
		<>
			<ReadFault query={query} />
			{rules ? (
				<div className="grid items-start gap-5 wide:grid-cols-2">
					<ProviderCard provider={rules.provider} />
					{rules.provider ? <PasswordSwitch rules={rules} /> : null}
				</div>
			) : null}
		</>
	);
}

function ProviderCard({ provider }: { provider: SignInRules["provider"] }) {
	const t = useTranslations("settings.signIn");
	const roles = useTranslations("roles");
	return (
		<TitledCard title={t("providerTitle")}>
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
		</TitledCard>
	);
}

/** Switches passwords off except for one admin, which applies at once. Switching them on or changing this admin needs a second admin. */
function PasswordSwitch({ rules }: { rules: SignInRules }) {
	const t = useTranslations("settings.signIn");
	const isReady = useHydrated();
	const [missing, setMissing] = useState(false);
	const save = useSettingChange(changeSignInRules, { saved: t("saved") });
	function switchOff(event: FormEvent<HTMLFormElement>) {
		event.preventDefault();
		const emergencyMemberId = String(new FormData(event.currentTarget).get("emergency") ?? "");
		setMissing(emergencyMemberId === "");
		if (emergencyMemberId && !save.isPending) save.mutate({ passwordSignIn: false, emergencyMemberId });
	}
	const maySwitchOff = rules.throughProvider && rules.candidates.length > 0;
	return (
		<TitledCard title={t("passwordTitle")}>
			<p className="mb-4 text-sm">{rules.passwordSignIn ? t("on") : t("off", { name: rules.emergency ?? "–" })}</p>
			{rules.passwordSignIn || rules.candidates.some(({ id }) => id === rules.emergencyMemberId) ? null : (
				<p className="mb-4 text-sm">{t("noOwn", { name: rules.emergency ?? "–" })}</p>
			)}
			<div className="mb-4 empty:hidden">
				<FaultNotice>{save.fault}</FaultNotice>
			</div>
			{!rules.throughProvider ? <p className="mb-4 text-ink-2 text-xs">{t("throughProvider")}</p> : null}
			{rules.candidates.length === 0 ? <p className="mb-4 text-ink-2 text-xs">{t("noCandidate")}</p> : null}
			{maySwitchOff ? (
				<form onSubmit={switchOff} noValidate className="grid gap-4">
					<Field label={t("emergency")} hint={t("emergencyHint")} error={missing ? t("needed") : null}>
						<Select name="emergency" defaultValue={rules.emergencyMemberId ?? ""}>
							<option value="">{t("choose")}</option>
							<Options of={rules.candidates.map(({ id, name }) => [id, name])} />
						</Select>
					</Field>
					<p className="text-ink-2 text-xs">{t(rules.passwordSignIn ? "offHint" : "twoAdmins")}</p>
					<div>
						<Button type="submit" disabled={!isReady} busy={save.isPending} className="max-sm:h-11 max-sm:w-full">
							{rules.passwordSignIn ? t("switchOff") : t("change")}
						</Button>
					</div>
				</form>
			) : null}
			{!rules.passwordSignIn ? (
				<Button
					variant="primary"
					disabled={!isReady}
					busy={save.isPending}
					className="mt-4 max-sm:h-11 max-sm:w-full"
					onClick={() => save.mutate({ passwordSignIn: true })}
				>
					{t("switchOn")}
				</Button>
			) : null}
		</TitledCard>
	);
}
