"use client";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useLocale, useTranslations } from "next-intl";
import { type FormEvent, useId } from "react";
import { changesOf } from "#components/settings/operators/operator-changes.ts";
import { OperatorFields } from "#components/settings/operators/operator-fields.tsx";
import { Button } from "#components/ui/button.tsx";
import { Dialog } from "#components/ui/dialog.tsx";
import { Notice } from "#components/ui/page/notice.tsx";
import { toast } from "#components/ui/toast.tsx";
import { useErrorText } from "#components/ui/use-error-text.ts";
import { ApiError } from "#lib/api.ts";
import type { Operator, OperatorChange } from "#lib/contracts/operator.ts";
import { countryName } from "#lib/countries.ts";
import { changeOperator, operatorQueries } from "#lib/queries/operators.ts";

/** Name, flow, code to dial, window, and whether the forms offer it. The code and the currency are the service's business. */
export function OperatorDialog({ operator, onClose }: { operator: Operator; onClose: () => void }) {
	const t = useTranslations("operators");
	const common = useTranslations("common");
	const errorText = useErrorText();
	const locale = useLocale();
	const formId = useId();
	const client = useQueryClient();
	const change = useMutation({
		mutationFn: (changes: OperatorChange) => changeOperator(operator.code, changes),
		onSuccess: () => {
			toast(t("changed", { name: operator.name }));
			onClose();
		},
		onSettled: () => client.invalidateQueries({ queryKey: operatorQueries.all }),
	});
	function submit(event: FormEvent<HTMLFormElement>) {
		event.preventDefault();
		const changes = changesOf(operator, new FormData(event.currentTarget));
		if (Object.keys(changes).length === 0) return onClose();
		if (!change.isPending) change.mutate(changes);
	}
	const fields = change.error instanceof ApiError ? change.error.fields : {};
	return (
		<Dialog
			open
			onClose={onClose}
			title={`${operator.name} · ${countryName(operator.country, locale)}`}
			actions={
				<>
					<Button type="submit" form={formId} variant="primary" busy={change.isPending}>
						{common("save")}
					</Button>
					<Button onClick={onClose}>{common("cancel")}</Button>
				</>
			}
		>
			<form id={formId} onSubmit={submit} noValidate className="grid gap-4">
				<OperatorFields operator={operator} faults={fields} />
				{change.isError && Object.keys(fields).length === 0 ? (
					<Notice tone="danger" urgent>
						{errorText(change.error)}
					</Notice>
				) : null}
			</form>
		</Dialog>
	);
}
