"use client";
import { useTranslations } from "next-intl";
import { type ReactNode, useId } from "react";
import { cx } from "#components/ui/class-names.ts";
import { FieldControl, type FieldControlProps } from "#components/ui/fields/field-control.ts";
import { Icon } from "#components/ui/icon.tsx";

interface FieldProps {
	label: ReactNode;
	hint?: ReactNode;
	error?: ReactNode;
	optional?: boolean;
	aside?: ReactNode;
	className?: string;
	children: ReactNode;
}

export function Field({ label, hint, error, optional = false, aside, className, children }: FieldProps) {
	const t = useTranslations("common");
	const id = useId();
	const described = [error ? `${id}-error` : "", hint ? `${id}-hint` : ""].filter(Boolean).join(" ");
	const control: FieldControlProps = {
		id,
		"aria-describedby": described || undefined,
		"aria-invalid": error ? true : undefined,
	};
	return (
		<div className={cx("grid gap-[5px]", className)}>
			<div className="flex items-baseline justify-between gap-3">
				<label htmlFor={id} className="font-[530] text-[0.8125rem]">
					{label}
					{optional ? <span className="ml-1.5 font-normal text-ink-3">{t("optional")}</span> : null}
				</label>
				{aside}
			</div>
			<FieldControl value={control}>{children}</FieldControl>
			{error ? (
				<p id={`${id}-error`} className="flex items-start gap-[5px] text-danger text-xs">
					<Icon name="circle-alert" className="mt-[2.5px] size-3.5 shrink-0" />
					<span className="first-letter:uppercase">{error}</span>
				</p>
			) : null}
			{hint ? (
				<p id={`${id}-hint`} className="text-ink-2 text-xs">
					{hint}
				</p>
			) : null}
		</div>
	);
}
