/** A page instead of the one that was asked for: why, and the way on. */
import type { ReactNode } from "react";
import { cx } from "#components/ui/class-names.ts";

interface DeadEndProps {
	title: string;
	why: string;
	action: ReactNode;
	/** Stands alone on the screen, outside the frame. */
	alone?: boolean;
}

export function DeadEnd({ title, why, action, alone = false }: DeadEndProps) {
	return (
		<div className={cx("grid content-center justify-items-start gap-2", alone ? "min-h-dvh px-5" : "min-h-[50dvh]")}>
			<div className={cx("grid gap-2", alone && "mx-auto w-full max-w-[25rem]")}>
				<h1 className="text-balance font-[620] text-xl tracking-[-0.017em]">{title}</h1>
				<p className="max-w-[52ch] text-ink-2">{why}</p>
				<p className="mt-3">{action}</p>
			</div>
		</div>
	);
}
