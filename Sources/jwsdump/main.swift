// SPDX-License-Identifier: MIT

internal import Glibc
internal import JWSDumpCommand

Termination.takeOverSignals()
exit(DumpCommand.run(Array(CommandLine.arguments.dropFirst()), in: .process))
