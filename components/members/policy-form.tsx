"use client";
import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { type FormEvent, useRef } from "react";
import { useSettingChange } from "#components/change-requests/use-setting-change.ts";
import { Checkbox } from "#components/ui/fields/checkbox.tsx";
import { FormEnd } from "#components/ui/page/form-end.tsx";
import { Notice } from "#components/ui/page/notice.tsx";
import { ReadFault } from "#components/ui/page/read-fault.tsx";
import { TitledCard } from "#components/ui/page/titled-card.tsx";
import type { SecondFactorStatus } from "#lib/contracts/second-factor.ts";
import { SECOND_FACTOR_POLICIES } from "#lib/members/second-factor-policies.ts";
import { changeSecondFactorPolicy, secondFactorQueries } from "#lib/queries/second-factor.ts";

export function PolicyForm() {
	const policy = useQuery(secondFactorQueries.policy());
	return (
		<>
			<ReadFault query={policy} />
			{policy.data ? (
				<Policy
					// The key leaves out the members without a factor: this list may change while an admin chooses, and must not reset the form.
					key={`${policy.data.policy} ${policy.data.passwordless}`}
					status={policy.data}
				/>
			) : null}
		</>
	);
}

function Policy({ status }: { status: SecondFactorStatus }) {
	const t = useTranslations("secondFactor.policy");
	const form = useRef<HTMLFormElement>(null);
	const save = useSettingChange(changeSecondFactorPolicy, {
		saved: t("saved"),
		onDone: (isRequested) => isRequested && form.current?.reset(),
	});
	function submit(event: FormEvent<HTMLFormElement>) {
		event.preventDefault();
		const data = new FormData(event.currentTarget);
		const policy = SECOND_FACTOR_POLICIES.find((each) => each === data.get("policy")) ?? status.policy;
		if (!save.isPending) save.mutate({ policy, passwordless: data.get("passwordless") !== null });
	}
	return (
		<TitledCard id="second-factor" title={t("title")} hint={t("hint")} className="mt-8 scroll-mt-20">
			{status.policy === "off" ? (
				<Notice tone="warning" className="mb-4">
					{t("advice")}
				</Notice>
			) : null}
			<form ref={form} onSubmit={submit} noValidate className="grid gap-4">
				<fieldset className="grid gap-3">
					<legend className="mb-2 font-[530] text-[0.8125rem]">{t("who")}</legend>
					{SECOND_FACTOR_POLICIES.map((each) => (
						<Checkbox
							key={each}
							type="radio"
							name="policy"
							value={each}
							defaultChecked={status.policy === each}
							label={t(`choice.${each}`)}
							hint={t(`choiceWhy.${each}`)}
						/>
					))}
				</fieldset>
				<Checkbox
					name="passwordless"
					defaultChecked={status.passwordless}
					label={t("passwordless")}
					hint={t("passwordlessHint")}
				/>
				<p className="text-ink-2 text-sm">
					{status.without.length === 0
						? t("allHave")
						: t("without", { names: status.without.map(({ name }) => name).join(", ") })}
				</p>
				<FormEnd fault={save.fault} action={t("save")} busy={save.isPending} />
			</form>
		</TitledCard>
	);
}
