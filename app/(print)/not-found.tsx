import { WayHome } from "#components/shell/way-home.tsx";

/** A receipt that does not exist: the payment moved no money, or not any more. */
export default function NotFound() {
	return <WayHome page="notFound" />;
}
