import { ErrorScreen } from "#components/shell/error-screen.tsx";

/** Shown for an unknown payment, and for a payment that moved no money and so has no receipt. */
export default function NotFound() {
	return <ErrorScreen page="notFound" />;
}
