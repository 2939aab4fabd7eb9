"use client";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { type FormEvent, useId, useRef } from "react";
import { useChangedToast } from "#components/change-requests/use-changed-toast.ts";
import { Checkbox } from "#components/ui/fields/checkbox.tsx";
import { Field } from "#components/ui/fields/field.tsx";
import { TextInput } from "#components/ui/fields/text-input.tsx";
import { Card } from "#components/ui/page/card.tsx";
import { FormEnd } from "#components/ui/page/form-end.tsx";
import { useErrorText } from "#components/ui/use-error-text.ts";
import { ApiError } from "#lib/api.ts";
import type { NewNumberRule } from "#lib/contracts/payout-rule.ts";
import { changeRequestQueries } from "#lib/queries/change-requests.ts";
import { changeNewNumbers, payoutRuleQueries } from "#lib/queries/payout-rules.ts";

/** How a number is paid that was never paid, or was changed lately. */
export function NewNumberForm({ rule, mayManage }: { rule: NewNumberRule; mayManage: boolean }) {
	const t = useTranslations("settings.rules");
	const errorText = useErrorText();
	const client = useQueryClient();
	const tell = useChangedToast();
	const title = useId();
	const form = useRef<HTMLFormElement>(null);
	const save = useMutation({
		mutationFn: changeNewNumbers,
		onSuccess: (answer) => {
			if (tell(answer, t("newNumbersSaved"))) form.current?.reset();
			void client.invalidateQueries({ queryKey: changeRequestQueries.all });
			void client.invalidateQueries({ queryKey: payoutRuleQueries.all });
		},
	});
	function submit(event: FormEvent<HTMLFormElement>) {
		event.preventDefault();
		const data = new FormData(event.currentTarget);
		const minutes = String(data.get("restMinutes") || "0");
		if (save.isPending) return;
		save.mutate({
			restMinutes: /^\d{1,6}$/.test(minutes) ? Number(minutes) : -1,
			secondPerson: data.has("secondPerson"),
		});
	}
	const fault = save.error instanceof ApiError ? save.error.fields.restMinutes : undefined;
	return (
		<Card aria-labelledby={title}>
			<h2 id={title} className="font-semibold text-md">
				{t("newNumbersTitle")}
			</h2>
			<p className="mb-4 text-ink-2 text-xs">{t("newNumbersHint")}</p>
			<form ref={form} onSubmit={submit} noValidate className="grid gap-4">
				<Field
					label={t("restMinutes")}
					hint={t("restHint")}
					error={fault ? t(fault === "longer_than_expiry" ? "fault.restTooLong" : "fault.restMinutes") : null}
				>
					<TextInput
						name="restMinutes"
						inputMode="numeric"
						autoComplete="off"
						maxLength={6}
						defaultValue={String(rule.restMinutes)}
						disabled={!mayManage}
						trailing={t("minutes")}
					/>
				</Field>
				<Checkbox
					name="secondPerson"
					label={t("secondPerson")}
					defaultChecked={rule.secondPerson}
					disabled={!mayManage}
				/>
				<FormEnd
					fault={save.isError && !fault ? errorText(save.error) : null}
					action={mayManage ? t("save") : null}
					busy={save.isPending}
				/>
			</form>
		</Card>
	);
}
