import { WayHome } from "#components/shell/way-home.tsx";

/** Shown for an unknown payment, and for a payment that moved no money and so has no receipt. */
export default function NotFound() {
	return <WayHome page="notFound" />;
}
