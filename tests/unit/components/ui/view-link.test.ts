import { afterEach, expect, test, vi } from "vitest";
import { showView } from "#components/ui/view-link.tsx";

afterEach(() => vi.unstubAllGlobals());

/** `isFollowed`: Next observes the history, as it does after hydration. */
function openBrowser(isFollowed: boolean) {
	const [assign, pushState] = [vi.fn(), vi.fn()];
	const history = isFollowed ? { pushState } : Object.create({ pushState });
	vi.stubGlobal("window", { history, location: { assign } });
	return { assign, pushState };
}

test("a view is shown by the history, without a request to the page's server", () => {
	const { assign, pushState } = openBrowser(true);
	showView("/reconciliation?month=2026-08");
	expect(pushState).toHaveBeenCalledExactlyOnceWith(null, "", "/reconciliation?month=2026-08");
	expect(assign).not.toHaveBeenCalled();
});

test("a view that is chosen before anybody follows the history is loaded: the address never shows what the page does not", () => {
	const { assign, pushState } = openBrowser(false);
	showView("/reconciliation?month=2026-08");
	expect(assign).toHaveBeenCalledExactlyOnceWith("/reconciliation?month=2026-08");
	expect(pushState).not.toHaveBeenCalled();
});
