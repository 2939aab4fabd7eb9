"use client";
/** The last error boundary, for errors of the root layout: neither language nor styles are then available. */
export default function GlobalError({ retry }: { error: unknown; retry: () => void }) {
	return (
		<html lang="en">
			<body>
				<main>
					<h1>Cauri</h1>
					<p>This page could not be shown. Saved data stays saved; no payment is sent twice.</p>
					<p lang="fr">
						Cette page n’a pas pu être affichée. Les données enregistrées le restent ; aucun paiement ne part deux fois.
					</p>
					<button type="button" onClick={retry}>
						Try again · <span lang="fr">Réessayer</span>
					</button>
				</main>
			</body>
		</html>
	);
}
