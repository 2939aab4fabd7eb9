/** Runs tasks in a worker thread, which starts on demand and ends after a while without work. */
import { MessageChannel, type MessagePort, Worker, type WorkerOptions } from "node:worker_threads";

export interface ThreadTask {
	port: MessagePort;
	/** Call at the end of the task. A port that closes earlier means that the thread has ended. */
	end(): void;
}

/**
 * Returns a function that posts a task to the thread of `file`, with a port of its own, and returns the port's other end. The thread never
 * closes the port of a task: when the thread ends, all its ports close, and the next task starts another thread.
 */
export function onDemandThread<Task extends { port: MessagePort }>(
	file: URL,
	{ idleMs, ...options }: WorkerOptions & { idleMs: number },
): (task: Omit<Task, "port">) => ThreadTask {
	let worker: Worker | undefined;
	let idle: NodeJS.Timeout | undefined;
	let open = 0;
	const forget = (ended: Worker) => {
		if (worker === ended) worker = undefined;
	};
	const start = () => {
		// The thread gets none of this program's Node options, and no environment, because it needs no secret.
		const started = new Worker(file, { execArgv: [], env: {}, ...options });
		const ended = () => forget(started);
		started.on("error", ended).on("exit", ended).unref();
		return started;
	};
	const rest = () => {
		open -= 1;
		if (open > 0) return;
		idle = setTimeout(() => {
			void worker?.terminate();
			worker = undefined;
		}, idleMs).unref();
	};
	return (task) => {
		clearTimeout(idle);
		const taken = worker ?? start();
		worker = taken;
		const { port1, port2: port } = new MessageChannel();
		taken.postMessage({ ...task, port }, [port]);
		open += 1;
		// Ports close before `exit` tells that the thread ends, and a task posted between the two would be lost.
		const lost = () => forget(taken);
		port1.on("close", lost).on("close", rest);
		return { port: port1, end: () => port1.off("close", lost).close() };
	};
}
