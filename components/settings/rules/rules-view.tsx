"use client";
import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useSettingChange } from "#components/change-requests/use-setting-change.ts";
import { MinutesForm } from "#components/settings/rules/minutes-form.tsx";
import { RuleForm } from "#components/settings/rules/rule-form.tsx";
import { Checkbox } from "#components/ui/fields/checkbox.tsx";
import { FaultNotice } from "#components/ui/page/fault-notice.tsx";
import { ReadFault } from "#components/ui/page/read-fault.tsx";
import { TitledCard } from "#components/ui/page/titled-card.tsx";
import type { BatchFailureRule, NewNumberRule, PaymentExpiry, PayoutRules } from "#lib/contracts/payout-rule.ts";
import { wholeUnit } from "#lib/dates.ts";
import {
	changeBatchFailures,
	changeNewNumbers,
	changePaymentExpiry,
	changeSendOrder,
	payoutRuleQueries,
} from "#lib/queries/payout-rules.ts";

export function RulesView() {
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
					<div className="grid items-start gap-5 wide:grid-cols-2">
						{rules.items.map((rule) => (
							// A new version of the rule resets its form, so that typed values never mix with values that another admin saved.
							<RuleForm key={`${rule.currency} ${rule.version}`} rule={rule} />
						))}
						<ExpiryForm key={`${rules.expiry.payoutMinutes} ${rules.expiry.depositMinutes}`} expiry={rules.expiry} />
						<NewNumberForm
							key={`${rules.newNumbers.restMinutes} ${rules.newNumbers.secondPerson}`}
							rule={rules.newNumbers}
						/>
						<BatchFailureForm key={rules.batchFailures.failurePercent} rule={rules.batchFailures} />
						<SendOrder rules={rules} />
					</div>
				</>
			) : null}
		</>
	);
}

function ExpiryForm({ expiry }: { expiry: PaymentExpiry }) {
	const t = useTranslations("settings.rules");
	const fault = (code: string) => t(code === "shorter_than_rest" ? "fault.expiryTooShort" : "fault.minutes");
	const changes = useTranslations("changes");
	const now = (minutes: number) => {
		const whole = wholeUnit(minutes);
		return whole.unit === "Minutes" ? "" : `${t("now", { duration: changes("duration", whole) })} `;
	};
	return (
		<MinutesForm
			texts={{ title: t("expiryTitle"), hint: t("expiryHint"), saved: t("expirySaved") }}
			fields={[
				{
					name: "payoutMinutes",
					minutes: expiry.payoutMinutes,
					hint: `${now(expiry.payoutMinutes)}${t("payoutHint")}`,
					fault,
				},
				{
					name: "depositMinutes",
					minutes: expiry.depositMinutes,
					hint: `${now(expiry.depositMinutes)}${t("depositHint")}`,
					fault,
				},
			]}
			save={changePaymentExpiry}
		/>
	);
}

/** Edits the rule for new numbers: never paid, or changed recently. */
function NewNumberForm({ rule }: { rule: NewNumberRule }) {
	const t = useTranslations("settings.rules");
	const fault = (code: string) => t(code === "longer_than_expiry" ? "fault.restTooLong" : "fault.restMinutes");
	return (
		<MinutesForm
			texts={{ title: t("newNumbersTitle"), hint: t("newNumbersHint"), saved: t("newNumbersSaved") }}
			fields={[{ name: "restMinutes", minutes: rule.restMinutes, hint: t("restHint"), fault }]}
			save={(minutes, form) => changeNewNumbers({ ...minutes, secondPerson: form.has("secondPerson") })}
		>
			<Checkbox name="secondPerson" label={t("secondPerson")} defaultChecked={rule.secondPerson} />
		</MinutesForm>
	);
}

/** Edits the share of a batch that may fail before its other payouts wait. */
function BatchFailureForm({ rule }: { rule: BatchFailureRule }) {
	const t = useTranslations("settings.rules");
	const fault = () => t("fault.failurePercent");
	return (
		<MinutesForm
			texts={{ title: t("failuresTitle"), hint: t("failuresHint"), saved: t("failuresSaved") }}
			fields={[{ name: "failurePercent", minutes: rule.failurePercent, hint: t("failureHint"), fault, unit: "%" }]}
			save={changeBatchFailures}
		/>
	);
}

function SendOrder({ rules }: { rules: PayoutRules }) {
	const t = useTranslations("settings.rules");
	const settings = useTranslations("settings");
	const save = useSettingChange(changeSendOrder, {
		saved: t("orderSaved"),
		scope: { id: "send-order" },
	});
	const saving = save.isPending ? save.variables : null;
	return (
		<TitledCard title={t("orderTitle")}>
			<p className="mb-3 text-ink-2 text-xs">
				{t("orderHint")} {settings("savesAtOnce")}
			</p>
			<div className="grid gap-2">
				{rules.items.map(({ currency }) => (
					<Checkbox
						key={currency}
						label={t("orderLabel", { currency })}
						checked={saving?.currency === currency ? saving.smallerFirst : rules.smallerFirst.includes(currency)}
						onChange={(event) => save.mutate({ currency, smallerFirst: event.target.checked })}
					/>
				))}
				<FaultNotice>{save.fault}</FaultNotice>
			</div>
		</TitledCard>
	);
}
