// SPDX-License-Identifier: MIT

import Expectations
import JWSDumpCommand
import Testing

struct OptionTests {
  @Test func everyOptionHasOneRow() {
    expectEqual(OptionTable.all.map(\.option.rawValue).sorted(), ToolOption.allCases.map(\.rawValue).sorted())
    let shorts = OptionTable.all.compactMap(\.short)
    expectEqual(Set(shorts).count, shorts.count)
  }

  @Test func everyPlaceNamesEveryOption() {
    let brief = jwsdump("-h").output
    // What belongs to one subcommand only is explained in its own help.
    let full = jwsdump("--help").output + jwsdump("entitlements", "--help").output
    let manual = jwsdump("--man").output
    let bash = jwsdump("--completion", "bash").output
    let zsh = jwsdump("--completion", "zsh").output
    let fish = jwsdump("--completion", "fish").output
    for row in OptionTable.all {
      let name = row.longName
      #expect(brief.contains(name + (row.argument.map { " " + $0.placeholder } ?? "\n").prefix(0)), "\(name) in -h")
      #expect(full.contains("\(name)\(row.argument.map { " " + $0.placeholder } ?? "")\n"), "\(name) in --help")
      #expect(
        manual.contains("\\fB" + name.split(separator: "-", omittingEmptySubsequences: false).joined(separator: "\\-")))
      #expect(bash.contains(" \(name) ") || bash.contains(" \(name)'"), "\(name) in bash")
      #expect(zsh.contains(name + "[") || zsh.contains(name + "=["), "\(name) in zsh")
      #expect(fish.contains("-l \(row.option.rawValue) "), "\(name) in fish")
      for word in row.argument?.words ?? [] {
        #expect(bash.contains(word) && zsh.contains(word) && fish.contains(word), "\(name) \(word)")
      }
    }
  }

  @Test func everyRowIsParsed() throws {
    for row in OptionTable.all {
      let value: String
      switch row.option {
      case .appAppleID, .jobs: value = "5"
      case .appAccountToken: value = "7edea87d-98f0-42d0-9682-49ca81022f73"
      case .guid: value = "00:11:22:33:44:55"
      case .at, .now: value = "2025-10-09"
      default: value = row.argument?.words.first ?? "value"
      }
      // The choice of columns goes with tables only, the catalog with entitlements.
      let format = row.option == .fields ? ["-f", "csv"] : row.option == .catalog ? ["entitlements"] : []
      let words = format + (row.argument == nil ? [row.longName] : [row.longName, value])
      #expect(throws: Never.self, "\(row.longName)") { try CommandLineParser.parse(words) }
      if row.argument != nil {
        #expect(throws: Never.self) { try CommandLineParser.parse(format + ["\(row.longName)=\(value)"]) }
        #expect(throws: UsageError.self, "\(row.longName) without a value") {
          try CommandLineParser.parse([row.longName])
        }
      } else {
        #expect(throws: UsageError.self, "\(row.longName) with a value") {
          try CommandLineParser.parse(["\(row.longName)=1"])
        }
      }
    }
  }

  @Test func optionsAndInputsMix() throws {
    let invocation = try CommandLineParser.parse(["a", "-nf", "json", "-j4", "b", "--", "--format", "-x"])
    expectEqual(invocation.inputs, ["a", "b", "--format", "-x"])
    #expect(invocation.format == .json && invocation.jobs == 4 && !invocation.verifies)
  }

  @Test(arguments: [
    (["--fromat", "json"], "Did you mean --format?"), (["--boundle-id", "x"], "Did you mean --bundle-id?"),
    (["--format", "jsn"], "Did you mean json?"), (["--format", "ndjsn"], "Did you mean ndjson?"),
    (["--kind", "transactoin"], "Did you mean transaction?"), (["--noverify"], "Did you mean --no-verify?"),
    (["--fail", "x"], "Did you mean --fail-on?"),
  ])
  func suggestsTheNearWord(_ words: [String], _ hint: String) {
    #expect { try CommandLineParser.parse(words) } throws: { ($0 as? UsageError)?.hint == hint }
  }

  @Test(arguments: [
    ["--zzz"], ["-x"], ["--jobs", "-1"], ["--jobs", "two"], ["--jobs", "257"], ["--at", "yesterday"], ["--now", "x"],
    ["--app-account-token", "abc"], ["--guid", "123"], ["--app-apple-id", "-5"],
    ["--format", "json", "--format", "json"],
    ["--raw", "header", "--certificates"], ["diff", "a"], ["diff", "a", "b", "c"], ["diff", "-f", "csv", "a", "b"],
    ["diff", "--jobs", "2", "a", "b"], ["--root="], ["--redact", "k", "--raw", "payload"], ["--strict=yes"],
  ])
  func refuses(_ words: [String]) {
    #expect(throws: UsageError.self) { try CommandLineParser.parse(words) }
    let surroundingsStatus = DumpCommand.run(
      words,
      in: Surroundings(
        standardInput: MemorySource([]), standardOutput: CollectingSink(), standardError: CollectingSink(), clock: { 0 }
      ))
    expectEqual(surroundingsStatus, 64)
  }

  @Test func usageErrorsSayHowItIsCalled() {
    let outcome = jwsdump("--fromat", "json")
    #expect(outcome.status == 64 && outcome.output.isEmpty)
    #expect(outcome.errors.contains("unknown option --fromat") && outcome.errors.contains("Did you mean --format?"))
    #expect(outcome.errors.contains("Usage: jwsdump"))
  }

  @Test func aTerminalIsNotReadUnasked() {
    let outcome = jwsdump(inputIsTerminal: true)
    expectEqual(outcome.status, 64)
    #expect(outcome.errors.contains("standard input is a terminal"))
  }
}
