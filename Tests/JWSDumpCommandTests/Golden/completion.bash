# bash completion for jwsdump; made by jwsdump --completion bash
_jwsdump() {
  local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD-1]} names
  COMPREPLY=()
  if [[ $cur == '=' ]]; then cur=''; elif [[ $prev == '=' ]]; then prev=${COMP_WORDS[COMP_CWORD-2]}; fi
  case $prev in
    --format|-f) COMPREPLY=($(compgen -W 'pretty json ndjson csv tsv' -- "$cur")); return ;;
    --raw) COMPREPLY=($(compgen -W 'header payload signature' -- "$cur")); return ;;
    --field) COMPREPLY=(); return ;;
    --fields) COMPREPLY=(); return ;;
    --dates) COMPREPLY=($(compgen -W 'iso ms' -- "$cur")); return ;;
    --redact) COMPREPLY=(); return ;;
    --catalog) COMPREPLY=($(compgen -f -- "$cur")); compopt -o filenames 2>/dev/null; return ;;
    --color) COMPREPLY=($(compgen -W 'auto always never' -- "$cur")); return ;;
    --input) COMPREPLY=($(compgen -W 'auto lines document' -- "$cur")); return ;;
    --column|-c) COMPREPLY=(); return ;;
    --kind|-k) COMPREPLY=($(compgen -W 'transaction renewalInfo notification appTransaction realtimeRequest appReceipt transactionReceipt verifyReceipt apiResponse notificationV1' -- "$cur")); return ;;
    --root|-r) COMPREPLY=($(compgen -f -- "$cur")); compopt -o filenames 2>/dev/null; return ;;
    --intermediate) COMPREPLY=($(compgen -f -- "$cur")); compopt -o filenames 2>/dev/null; return ;;
    --at) COMPREPLY=(); return ;;
    --fail-on) COMPREPLY=($(compgen -W 'none error unverified' -- "$cur")); return ;;
    --bundle-id) COMPREPLY=(); return ;;
    --app-apple-id) COMPREPLY=(); return ;;
    --environment) COMPREPLY=(); return ;;
    --app-account-token) COMPREPLY=(); return ;;
    --app-version) COMPREPLY=(); return ;;
    --guid) COMPREPLY=(); return ;;
    --jobs|-j) COMPREPLY=(); return ;;
    --summary) COMPREPLY=($(compgen -W 'json' -- "$cur")); return ;;
    --now) COMPREPLY=(); return ;;
    --schema) COMPREPLY=($(compgen -W 'json-schema duckdb postgres clickhouse bigquery spark' -- "$cur")); return ;;
    --completion) COMPREPLY=($(compgen -W 'bash zsh fish' -- "$cur")); return ;;
  esac
  case ${COMP_WORDS[1]} in
    diff) names='-f --format --redact --color -k --kind --strict -r --root --intermediate --at -n --no-verify --fail-on --bundle-id --app-apple-id --environment --app-account-token --app-version --guid --now -h --help -V --version' ;;
    entitlements) names='-f --format --catalog --color -k --kind --strict -r --root --intermediate --at -n --no-verify --fail-on --bundle-id --app-apple-id --environment --app-account-token --app-version --guid --now -h --help -V --version' ;;
    *) names='-f --format --raw --field --fields --dates --no-header --guard-formulas --certificates --redact --color --input -0 --null -c --column -k --kind --strict -r --root --intermediate --at -n --no-verify --fail-on --bundle-id --app-apple-id --environment --app-account-token --app-version --guid -j --jobs --summary --now -h --help -V --version --schema --completion --man --list-fields --list-errors' ;;
  esac
  if [[ $cur == -* ]]; then
    COMPREPLY=($(compgen -W "$names" -- "$cur"))
    return
  fi
  COMPREPLY=($(compgen -f -- "$cur"))
  compopt -o filenames 2>/dev/null
  if [[ $COMP_CWORD == 1 ]]; then
    COMPREPLY+=($(compgen -W 'diff entitlements' -- "$cur"))
  fi
}
complete -F _jwsdump jwsdump
--- status 0
