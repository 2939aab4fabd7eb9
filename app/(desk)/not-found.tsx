import { ErrorScreen } from "#components/shell/error-screen.tsx";

export default function DeskNotFound() {
	return <ErrorScreen page="notFound" />;
}
