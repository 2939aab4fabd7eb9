import { afterEach, expect, test, vi } from "vitest";
import { toast } from "#components/ui/toast.tsx";

afterEach(() => vi.useRealTimers());

test("a toast of an error stays until it is dismissed; any other goes after five seconds", () => {
	vi.useFakeTimers();
	toast("The file would have too many rows.", "danger");
	expect(vi.getTimerCount()).toBe(0);
	toast("Saved");
	expect(vi.getTimerCount()).toBe(1);
	vi.advanceTimersByTime(5_000);
	expect(vi.getTimerCount()).toBe(0);
});
