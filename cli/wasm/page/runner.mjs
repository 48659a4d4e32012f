// Runner: sends requests to a worker, one at a time. A new request replaces a waiting request with the same key. A run
// that takes longer than `seconds` is stopped together with its worker; the next request starts a new worker.
const SOON = 1000;  // milliseconds after which a run is stopped if a newer request has its key

export class Runner {
  // `start` returns a new worker that is ready for requests.
  constructor(start, seconds) {
    Object.assign(this, {start, seconds, waiting: new Map()});
  }

  // Returns a promise of the result: {value}, {failed: reason}, {stopped: seconds}, or {outdated: true} if a newer
  // request with this key has replaced this one.
  ask(key, request) {
    this.waiting.get(key)?.done({outdated: true});
    this.waiting.delete(key);
    return new Promise(done => {
      this.waiting.set(key, {key, request, done});
      if (this.running?.key === key) this.outdate(this.running);
      this.next();
    });
  }

  next() {
    if (this.running || !this.waiting.size) return;
    const [[key, job]] = this.waiting;
    this.waiting.delete(key);
    this.running = job;
    this.worker ??= this.newWorker();
    job.started = performance.now();
    job.timer = setTimeout(() => this.stop({stopped: this.seconds}), this.seconds * 1000);
    this.worker.postMessage(job.request);
  }

  newWorker() {
    const worker = this.start();
    worker.onmessage = ({data}) => { if (worker === this.worker) this.finish(data); };
    worker.onerror = event => {
      event.preventDefault?.();
      if (worker === this.worker) this.stop({failed: event.message || "the worker cannot be started"});
    };
    return worker;
  }

  outdate(job) {
    job.outdated = true;
    clearTimeout(job.timer);
    const left = Math.max(0, SOON - (performance.now() - job.started));
    job.timer = setTimeout(() => this.stop({outdated: true}), left);
  }

  stop(result) {
    this.worker?.terminate();
    this.worker = undefined;
    this.finish(result);
  }

  finish(result) {
    const job = this.running;
    if (!job) return;
    clearTimeout(job.timer);
    this.running = undefined;
    job.done(job.outdated ? {outdated: true} : result);
    this.next();
  }
}
