/** Parts of a table, styled in `app/components.css`. Column widths are fixed, so that columns do not move between pages. */
import type { ComponentProps } from "react";
import { cx } from "#components/ui/class-names.ts";

type Cell = {
	numeric?: boolean | undefined;
	wide?: boolean | undefined;
};

/** Only screen readers read `caption`, because the page's heading shows it. */
export function Table({ caption, className, children, ...rest }: ComponentProps<"table"> & { caption: string }) {
	return (
		<table {...rest} className={cx("data-table", className)}>
			<caption className="sr-only">{caption}</caption>
			{children}
		</table>
	);
}

export function HeadCell({ numeric, wide, className, scope = "col", ...rest }: ComponentProps<"th"> & Cell) {
	return <th {...rest} scope={scope} className={cellClass({ numeric, wide }, className)} />;
}

export function BodyCell({ numeric, wide, className, ...rest }: ComponentProps<"td"> & Cell) {
	return <td {...rest} className={cellClass({ numeric, wide }, className)} />;
}

function cellClass({ numeric, wide }: Cell, className: string | undefined): string | undefined {
	return cx(numeric && "figure", wide && "max-sm:hidden", className) || undefined;
}
