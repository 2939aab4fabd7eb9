import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { expect, test } from "vitest";
import { StateNotice } from "#components/payments/page/state-notice.tsx";
import { StatusNotices } from "#components/shell/status-notices.tsx";
import type { Payment } from "#lib/contracts/payment.ts";
import { rendered } from "#tests/support/rendered.tsx";

const inDesk = (part: ReactNode) =>
	rendered(<QueryClientProvider client={new QueryClient()}>{part}</QueryClientProvider>);

test("the live region of a payment's state is there before its text: one inserted with it is not read out", () => {
	const facts = { kind: "deposit", amount: "5000.00", paidAmount: null, currency: "XOF", history: [], waits: null };
	const shown = (state: string) => inDesk(<StateNotice payment={{ ...facts, state } as unknown as Payment} />);
	expect(shown("pending")).toBe('<div aria-live="polite"></div>');
	expect(shown("unknown")).toMatch(/^<div aria-live="polite"><div.*We do not know yet/);
});

test("the live region of the desk's notices is there before the first notice", () => {
	expect(inDesk(<StatusNotices />)).toMatch(/^<div role="status"[^>]*><\/div>$/);
});
