import { WayHome } from "#components/shell/way-home.tsx";

/** Shown when a payment moved no money and so has no receipt. */
export default function NotFound() {
	return <WayHome page="notFound" />;
}
