import { ErrorScreen } from "#components/shell/error-screen.tsx";

/** Shown when a payment moved no money and so has no receipt. */
export default function NotFound() {
	return <ErrorScreen page="notFound" />;
}
