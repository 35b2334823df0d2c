// SPDX-License-Identifier: MIT

internal import Dispatch
internal import Glibc
internal import Synchronization

/// Works on a window of chunks at once; the results come back in the order of the chunks, whatever the number of workers.
struct WorkerTeam {
  private let jobs: Int
  private let workers: [Worker]

  /// One worker with what it remembers from chunk to chunk.
  private final class Worker: Sendable {
    let state: Mutex<ChunkWorker>

    init(_ make: () -> sending ChunkWorker) {
      state = Mutex(make())
    }
  }

  /// - Parameter jobs: workers; 0 takes one a processor.
  init(jobs: Int, _ make: () -> sending ChunkWorker) {
    self.jobs = jobs == 0 ? max(1, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN)))) : jobs
    let count = self.jobs == 1 ? 1 : self.jobs * 2
    workers = (0..<count).map { _ in Worker(make) }
  }

  /// How many chunks are worked on at once: two for each worker, so that none waits long for a slower one.
  var windowSize: Int { workers.count }

  /// Processes at most ``windowSize`` chunks.
  mutating func process(_ chunks: [LineChunk]) -> [ChunkWorker.Result] {
    let workers = workers
    if jobs == 1 || chunks.count < 2 {
      return zip(workers, chunks).map { worker, chunk in worker.state.withLock { $0.process(chunk) } }
    }
    let results = Mutex([ChunkWorker.Result?](repeating: nil, count: chunks.count))
    let next = Atomic(0)
    DispatchQueue.concurrentPerform(iterations: min(jobs, chunks.count)) { _ in
      while true {
        let index = next.wrappingAdd(1, ordering: .relaxed).oldValue
        guard index < chunks.count else { return }
        let result = workers[index].state.withLock { $0.process(chunks[index]) }
        results.withLock { $0[index] = result }
      }
    }
    return results.withLock { $0.compactMap { $0 } }
  }
}
