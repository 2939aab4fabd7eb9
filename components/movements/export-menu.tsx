"use client";
import { ChevronDown, Download } from "lucide-react";
import { useTranslations } from "next-intl";
import { useId, useRef } from "react";
import { buttonClass } from "#components/ui/button-class.ts";
import type { MovementView } from "#lib/movement-view.ts";
import { movementExportPath } from "#lib/queries/movements.ts";

const FORMATS = ["csv", "xlsx"] as const;

/** A file of exactly the rows that the filters let through, all pages of them. */
export function ExportMenu({ view }: { view: MovementView }) {
	const t = useTranslations("movements");
	const id = useId();
	const panel = useRef<HTMLDivElement>(null);
	return (
		<div className="relative inline-flex">
			<button type="button" popoverTarget={id} className={buttonClass("secondary", "md", "flex-1")}>
				<Download aria-hidden="true" />
				{t("export")}
				<ChevronDown aria-hidden="true" className="text-ink-2" />
			</button>
			<div
				ref={panel}
				id={id}
				popover="auto"
				className="popover-below-end m-0 rounded-lg border border-line-strong bg-surface p-1.5 text-ink shadow-raised"
			>
				{FORMATS.map((format) => (
					<a
						key={format}
						href={movementExportPath(view.currency, view.query, format)}
						download
						onClick={() => panel.current?.hidePopover()}
						className="block rounded-[6px] px-2.5 py-2 font-medium text-sm hover:bg-neutral-soft"
					>
						{t(`exportAs.${format}`)}
					</a>
				))}
			</div>
		</div>
	);
}
