/** Runs tasks in a worker thread, which starts on demand and ends after a while without work. */
import { MessageChannel, type MessagePort, Worker, type WorkerOptions } from "node:worker_threads";

/**
 * Returns a function that posts a task to the thread of `file`, with a port of its own, and returns the port's other end. A task
 * counts as ended when either end is closed. When the thread ends, all its ports close.
 */
export function idleThread<Task extends { port: MessagePort }>(
	file: URL,
	{ idleMs, ...options }: WorkerOptions & { idleMs: number },
): (task: Omit<Task, "port">) => MessagePort {
	let worker: Worker | undefined;
	let end: NodeJS.Timeout | undefined;
	let open = 0;
	const start = () => {
		// The thread gets none of this program's Node options, and no environment, because it needs no secret.
		const started = new Worker(file, { execArgv: [], env: {}, ...options });
		const forget = () => {
			if (worker === started) worker = undefined;
		};
		started.on("error", forget).on("exit", forget).unref();
		return started;
	};
	const rest = () => {
		open -= 1;
		if (open > 0) return;
		end = setTimeout(() => {
			void worker?.terminate();
			worker = undefined;
		}, idleMs).unref();
	};
	return (task) => {
		clearTimeout(end);
		worker ??= start();
		const { port1, port2: port } = new MessageChannel();
		worker.postMessage({ ...task, port }, [port]);
		open += 1;
		port1.on("close", rest);
		return port1;
	};
}
