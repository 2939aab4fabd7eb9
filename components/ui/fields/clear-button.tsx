import type { ComponentProps } from "react";
import { Button } from "#components/ui/button.tsx";

/** Ends all filters of a list. */
export function ClearButton(props: Pick<ComponentProps<typeof Button>, "onClick" | "children">) {
	return <Button variant="ghost" className="h-chip!" {...props} />;
}
