"use client";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { type FormEvent, useId, useRef } from "react";
import { useChangedToast } from "#components/change-requests/use-changed-toast.ts";
import { NewNumberForm } from "#components/settings/rules/new-number-form.tsx";
import { RuleForm } from "#components/settings/rules/rule-form.tsx";
import { Checkbox } from "#components/ui/fields/checkbox.tsx";
import { Field } from "#components/ui/fields/field.tsx";
import { TextInput } from "#components/ui/fields/text-input.tsx";
import { Card } from "#components/ui/page/card.tsx";
import { FormEnd } from "#components/ui/page/form-end.tsx";
import { ReadFault } from "#components/ui/page/read-fault.tsx";
import { toast } from "#components/ui/toast.tsx";
import { useErrorText } from "#components/ui/use-error-text.ts";
import { ApiError } from "#lib/api.ts";
import type { PaymentExpiry, PayoutRules } from "#lib/contracts/payout-rule.ts";
import { changeRequestQueries } from "#lib/queries/change-requests.ts";
import { changePaymentExpiry, changeSendOrder, payoutRuleQueries } from "#lib/queries/payout-rules.ts";

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
							// A new version resets the form, so that typed values never mix with values another admin saved.
							<RuleForm key={`${rule.currency} ${rule.version}`} rule={rule} mayManage={mayManage} />
						))}
						<ExpiryForm
							key={`${rules.expiry.payoutMinutes} ${rules.expiry.depositMinutes}`}
							expiry={rules.expiry}
							mayManage={mayManage}
						/>
						<NewNumberForm
							key={`${rules.newNumbers.restMinutes} ${rules.newNumbers.secondPerson}`}
							rule={rules.newNumbers}
							mayManage={mayManage}
						/>
						<SendOrder rules={rules} mayManage={mayManage} />
					</div>
				</>
			) : null}
		</>
	);
}

const FIELDS = [
	["payoutMinutes", "payoutHint"],
	["depositMinutes", "depositHint"],
] as const;

function ExpiryForm({ expiry, mayManage }: { expiry: PaymentExpiry; mayManage: boolean }) {
	const t = useTranslations("settings.rules");
	const errorText = useErrorText();
	const client = useQueryClient();
	const tell = useChangedToast();
	const title = useId();
	const form = useRef<HTMLFormElement>(null);
	const save = useMutation({
		mutationFn: changePaymentExpiry,
		onSuccess: (answer) => {
			if (tell(answer, t("expirySaved"))) form.current?.reset();
			void client.invalidateQueries({ queryKey: changeRequestQueries.all });
			void client.invalidateQueries({ queryKey: payoutRuleQueries.all });
		},
	});
	function submit(event: FormEvent<HTMLFormElement>) {
		event.preventDefault();
		const data = new FormData(event.currentTarget);
		const minutes = (name: string) => (/^\d{1,6}$/.test(String(data.get(name))) ? Number(data.get(name)) : 0);
		if (save.isPending) return;
		save.mutate({ payoutMinutes: minutes("payoutMinutes"), depositMinutes: minutes("depositMinutes") });
	}
	const faults = save.error instanceof ApiError ? save.error.fields : {};
	return (
		<Card aria-labelledby={title}>
			<h2 id={title} className="font-semibold text-md">
				{t("expiryTitle")}
			</h2>
			<p className="mb-4 text-ink-2 text-xs">{t("expiryHint")}</p>
			<form ref={form} onSubmit={submit} noValidate className="grid gap-x-8 gap-y-4 md:grid-cols-2">
				{FIELDS.map(([field, hint]) => (
					<Field key={field} label={t(field)} hint={t(hint)} error={faults[field] ? t("fault.minutes") : null}>
						<TextInput
							name={field}
							inputMode="numeric"
							autoComplete="off"
							maxLength={6}
							defaultValue={String(expiry[field])}
							disabled={!mayManage}
							trailing={t("minutes")}
						/>
					</Field>
				))}
				<FormEnd
					fault={save.isError && Object.keys(faults).length === 0 ? errorText(save.error) : null}
					action={mayManage ? t("save") : null}
					busy={save.isPending}
				/>
			</form>
		</Card>
	);
}

/** The order in which payouts leave while a wallet's balance does not suffice for all. */
function SendOrder({ rules, mayManage }: { rules: PayoutRules; mayManage: boolean }) {
	const t = useTranslations("settings.rules");
	const errorText = useErrorText();
	const client = useQueryClient();
	const title = useId();
	const save = useMutation({
		mutationFn: changeSendOrder,
		onSuccess: () => toast(t("orderSaved")),
		onSettled: () => client.invalidateQueries({ queryKey: payoutRuleQueries.all }),
	});
	return (
		<Card aria-labelledby={title}>
			<h2 id={title} className="font-semibold text-md">
				{t("orderTitle")}
			</h2>
			<p className="mb-3 text-ink-2 text-xs">{t("orderHint")}</p>
			<div className="grid gap-2">
				{rules.items.map(({ currency }) => (
					<Checkbox
						key={currency}
						label={t("orderLabel", { currency })}
						checked={rules.smallerFirst.includes(currency)}
						disabled={!mayManage || save.isPending}
						onChange={(event) => save.mutate({ currency, smallerFirst: event.target.checked })}
					/>
				))}
			</div>
			{save.isError ? <p className="mt-2 text-danger text-sm">{errorText(save.error)}</p> : null}
		</Card>
	);
}
