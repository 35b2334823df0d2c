// SPDX-License-Identifier: MIT

internal import Glibc

/// What the tool knows of the world, handed in so that tests can be the world.
package struct Surroundings {
  /// One stream's end as the system describes it.
  package struct Stream: Hashable, Sendable {
    package var isTerminal: Bool
    package var columns: Int?

    package init(isTerminal: Bool, columns: Int? = nil) {
      self.isTerminal = isTerminal
      self.columns = columns
    }
  }

  package var standardInput: any ByteSource
  package var inputIsTerminal: Bool
  package var standardOutput: any ByteSink
  package var outputStream: Stream
  package var standardError: any ByteSink
  package var errorStream: Stream
  /// Looks up an environment variable.
  package var variable: (String) -> String?
  /// The present moment, milliseconds since 1970-01-01T00:00:00Z.
  package var clock: () -> Int64

  package init(
    standardInput: any ByteSource,
    inputIsTerminal: Bool = false,
    standardOutput: any ByteSink,
    outputStream: Stream = Stream(isTerminal: false),
    standardError: any ByteSink,
    errorStream: Stream = Stream(isTerminal: false),
    variable: @escaping (String) -> String? = { _ in nil },
    clock: @escaping () -> Int64
  ) {
    self.standardInput = standardInput
    self.inputIsTerminal = inputIsTerminal
    self.standardOutput = standardOutput
    self.outputStream = outputStream
    self.standardError = standardError
    self.errorStream = errorStream
    self.variable = variable
    self.clock = clock
  }

  /// The process's own streams, environment and clock.
  package static var process: Surroundings {
    Surroundings(
      standardInput: Descriptor.standardInput,
      inputIsTerminal: Descriptor.standardInput.isTerminal,
      standardOutput: Descriptor.standardOutput,
      outputStream: stream(Descriptor.standardOutput),
      standardError: Descriptor.standardError,
      errorStream: stream(Descriptor.standardError),
      variable: environmentVariable,
      clock: currentMilliseconds
    )
  }

  private static func stream(_ descriptor: Descriptor) -> Stream {
    Stream(isTerminal: descriptor.isTerminal, columns: descriptor.columns)
  }

  private static func environmentVariable(_ name: String) -> String? {
    // SAFETY: the string is copied before anything could change the environment; nothing here does.
    unsafe name.withCString { name in
      unsafe getenv(name).map { unsafe String(cString: $0) }
    }
  }

  private static func currentMilliseconds() -> Int64 {
    var time = timespec()
    // SAFETY: the structure is valid for the call.
    guard unsafe clock_gettime(CLOCK_REALTIME, &time) == 0 else { return 0 }
    return Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000
  }
}
