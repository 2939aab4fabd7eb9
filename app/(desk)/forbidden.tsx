import { ErrorScreen } from "#components/shell/error-screen.tsx";

export default function Forbidden() {
	return <ErrorScreen page="forbidden" />;
}
