// SPDX-License-Identifier: MIT

internal import CAllocatorSettings
internal import Glibc
internal import JWSDumpCommand

// Nearly half of the time of a stream was the system's: pages given back and asked for again.
allocator_keep_freed_chunks()
Termination.takeOverSignals()
exit(DumpCommand.run(Array(CommandLine.arguments.dropFirst()), in: .process))
