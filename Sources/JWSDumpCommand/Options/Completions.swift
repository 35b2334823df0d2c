// SPDX-License-Identifier: MIT

/// Completion scripts, drawn from the option table.
package enum Completions {
  /// The script for one shell.
  package static func script(for shell: CompletionShell) -> String {
    switch shell {
    case .bash: bash
    case .zsh: zsh
    case .fish: fish
    }
  }

  // MARK: bash

  private static var bash: String {
    var values = ""
    for row in OptionTable.all {
      guard let argument = row.argument else { continue }
      let names = ([row.longName] + (row.short.map { ["-\($0)"] } ?? [])).joined(separator: "|")
      let action =
        switch argument {
        case .choice(_, let words): "COMPREPLY=($(compgen -W '\(words.joined(separator: " "))' -- \"$cur\"))"
        case .file: "COMPREPLY=($(compgen -f -- \"$cur\")); compopt -o filenames 2>/dev/null"
        case .text: "COMPREPLY=()"
        }
      values += "    \(names)) \(action); return ;;\n"
    }
    let cases = Subcommand.allCases.map { subcommand in
      let label = subcommand == .dump ? "*" : subcommand.rawValue
      return (label, names(for: subcommand))
    }
    var lists = ""
    for (label, words) in cases where label != "*" { lists += "    \(label)) names='\(words)' ;;\n" }
    for (label, words) in cases where label == "*" { lists += "    \(label)) names='\(words)' ;;\n" }
    return """
      # bash completion for jwsdump; made by jwsdump --completion bash
      _jwsdump() {
        local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD-1]} names
        COMPREPLY=()
        if [[ $cur == '=' ]]; then cur=''; elif [[ $prev == '=' ]]; then prev=${COMP_WORDS[COMP_CWORD-2]}; fi
        case $prev in
      \(values)  esac
        case ${COMP_WORDS[1]} in
      \(lists)  esac
        if [[ $cur == -* ]]; then
          COMPREPLY=($(compgen -W "$names" -- "$cur"))
          return
        fi
        COMPREPLY=($(compgen -f -- "$cur"))
        compopt -o filenames 2>/dev/null
        if [[ $COMP_CWORD == 1 ]]; then
          COMPREPLY+=($(compgen -W '\(subcommandNames)' -- "$cur"))
        fi
      }
      complete -F _jwsdump jwsdump

      """
  }

  private static func names(for subcommand: Subcommand) -> String {
    OptionTable.rows(for: subcommand).flatMap { row in
      (row.short.map { ["-\($0)"] } ?? []) + [row.longName]
    }.joined(separator: " ")
  }

  private static var subcommandNames: String {
    Subcommand.allCases.filter { $0 != .dump }.map(\.rawValue).joined(separator: " ")
  }

  // MARK: zsh

  private static var zsh: String {
    var arguments = ""
    for row in OptionTable.all {
      let description = zshEscape(row.summary)
      var action = ""
      if let argument = row.argument {
        let value =
          switch argument {
          case .choice(_, let words): "(\(words.joined(separator: " ")))"
          case .file: "_files"
          case .text: " "
          }
        action = ":\(argument.placeholder):\(value)"
      }
      let star = row.isRepeatable ? "*" : ""
      let mark = row.argument == nil ? "" : "="
      if let short = row.short {
        let mark = row.argument == nil ? "" : "+"
        arguments += "    '\(star)-\(short)\(mark)[\(description)]\(action)' \\\n"
      }
      arguments += "    '\(star)\(row.longName)\(mark)[\(description)]\(action)' \\\n"
    }
    return """
      #compdef jwsdump
      # zsh completion for jwsdump; made by jwsdump --completion zsh
      _jwsdump_input() {
        if (( CURRENT == 2 )); then
          local -a subcommands=(\(zshSubcommands))
          _alternative 'subcommands:subcommand:(($subcommands))' 'files:input:_files'
        else
          _files
        fi
      }
      _jwsdump() {
        _arguments \\
      \(arguments)    '*:input:_jwsdump_input'
      }
      if [[ $funcstack[1] == _jwsdump ]]; then _jwsdump "$@"; else compdef _jwsdump jwsdump; fi

      """
  }

  private static var zshSubcommands: String {
    Subcommand.allCases.filter { $0 != .dump }.map { "'\($0.rawValue)'" }.joined(separator: " ")
  }

  private static func zshEscape(_ text: String) -> String {
    var result = ""
    for character in text {
      switch character {
      case "'": result += "'\\''"
      case "[", "]", ":", "\\": result += "\\" + String(character)
      case "$", "`": result += "\\" + String(character)
      default: result.append(character)
      }
    }
    return result
  }

  // MARK: fish

  private static var fish: String {
    var script = "# fish completion for jwsdump; made by jwsdump --completion fish\n"
    for subcommand in Subcommand.allCases where subcommand != .dump {
      script += "complete -c jwsdump -n __fish_use_subcommand -a \(subcommand.rawValue)\n"
    }
    for row in OptionTable.all {
      script += "complete -c jwsdump"
      if let short = row.short { script += " -s \(short)" }
      script += " -l \(row.option.rawValue)"
      switch row.argument {
      case .choice(_, let words): script += " -x -a '\(words.joined(separator: " "))'"
      case .file: script += " -r -F"
      case .text: script += " -x"
      case nil: break
      }
      let summary = row.summary.map { $0 == "'" || $0 == "\\" ? "\\" + String($0) : String($0) }.joined()
      script += " -d '\(summary)'\n"
    }
    return script
  }
}
