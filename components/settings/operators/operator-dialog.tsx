"use client";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useLocale, useTranslations } from "next-intl";
import { changesOf } from "#components/settings/operators/operator-changes.ts";
import { OperatorFields } from "#components/settings/operators/operator-fields.tsx";
import { FormDialog } from "#components/ui/dialog/form-dialog.tsx";
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
	const client = useQueryClient();
	const change = useMutation({
		mutationFn: (changes: OperatorChange) => changeOperator(operator.code, changes),
		onSuccess: () => {
			toast(t("changed", { name: operator.name }));
			onClose();
		},
		onSettled: () => client.invalidateQueries({ queryKey: operatorQueries.all }),
	});
	function submit(form: FormData) {
		const changes = changesOf(operator, form);
		if (Object.keys(changes).length === 0) onClose();
		else change.mutate(changes);
	}
	const fields = change.error instanceof ApiError ? change.error.fields : {};
	return (
		<FormDialog
			title={`${operator.name} · ${countryName(operator.country, locale)}`}
			action={common("save")}
			busy={change.isPending}
			fault={change.isError && Object.keys(fields).length === 0 ? errorText(change.error) : null}
			onSubmit={submit}
			onClose={onClose}
		>
			<OperatorFields operator={operator} faults={fields} />
		</FormDialog>
	);
}
