#compdef jwsdump
# zsh completion for jwsdump; made by jwsdump --completion zsh
_jwsdump_input() {
  if (( CURRENT == 2 )); then
    local -a subcommands=('diff' 'entitlements')
    _alternative 'subcommands:subcommand:(($subcommands))' 'files:input:_files'
  else
    _files
  fi
}
_jwsdump() {
  _arguments \
    '-f+[how to print\: pretty, json, ndjson, csv or tsv]:FORMAT:(pretty json ndjson csv tsv)' \
    '--format=[how to print\: pretty, json, ndjson, csv or tsv]:FORMAT:(pretty json ndjson csv tsv)' \
    '--raw=[print the decoded bytes of one part and nothing else]:PART:(header payload signature)' \
    '--field=[print one value of the payload, such as \$.productId]:PATH: ' \
    '--fields=[csv and tsv\: only these columns, in this order, commas between]:NAMES: ' \
    '--dates=[csv and tsv\: dates as iso (UTC) or ms (since 1970)]:FORM:(iso ms)' \
    '--no-header[csv and tsv\: no line of column names]' \
    '--guard-formulas[csv and tsv\: an apostrophe in front of texts that look like formulas]' \
    '--certificates[print the certificates of x5c as PEM, each under a readable view]' \
    '--redact=[replace ids and tokens by hashes made with KEY]:KEY: ' \
    '--catalog=[which products there are and what each grants (JSON)]:FILE:_files' \
    '--color=[use colour\: auto, always or never]:WHEN:(auto always never)' \
    '--input=[read inputs as lines or as one document\: auto, lines or document]:SHAPE:(auto lines document)' \
    '-0[NUL bytes separate the tokens or documents, not newlines]' \
    '--null[NUL bytes separate the tokens or documents, not newlines]' \
    '-c+[the tokens stand in this column of CSV, TSV or NDJSON]:NAME: ' \
    '--column=[the tokens stand in this column of CSV, TSV or NDJSON]:NAME: ' \
    '-k+[refuse input of another kind, naming the kind found]:KIND:(transaction renewalInfo notification appTransaction realtimeRequest appReceipt transactionReceipt verifyReceipt apiResponse notificationV1)' \
    '--kind=[refuse input of another kind, naming the kind found]:KIND:(transaction renewalInfo notification appTransaction realtimeRequest appReceipt transactionReceipt verifyReceipt apiResponse notificationV1)' \
    '--strict[undo nothing at the door\: no quotes, white space, Bearer, wrapping]' \
    '*-r+[trust this root (PEM or DER) instead of Apple'\''s; repeatable]:FILE:_files' \
    '*--root=[trust this root (PEM or DER) instead of Apple'\''s; repeatable]:FILE:_files' \
    '*--intermediate=[an issuer for documents that do not carry it; not trusted; repeatable]:FILE:_files' \
    '--at=[when certificates must be valid\: signed, now, or a date]:MOMENT: ' \
    '-n[decode only; every check is notRun]' \
    '--no-verify[decode only; every check is notRun]' \
    '--fail-on=[what makes the exit status non-zero\: unverified, error or none]:WHAT:(none error unverified)' \
    '--bundle-id=[the app'\''s bundle id, exactly]:ID: ' \
    '--app-apple-id=[the app'\''s number in the App Store]:N: ' \
    '*--environment=[Production, Sandbox, Xcode or LocalTesting; repeatable]:NAME: ' \
    '--app-account-token=[the account that the app attached to the purchase]:UUID: ' \
    '--app-version=[the app'\''s version]:V: ' \
    '--guid=[the device of an app receipt, as a UUID or hex bytes]:GUID: ' \
    '-j+[workers for many tokens; 0 takes one a processor]:N: ' \
    '--jobs=[workers for many tokens; 0 takes one a processor]:N: ' \
    '--summary=[print counts at the end, on standard error, as json]:FORM:(json)' \
    '--now=[the present moment, for relative dates and --at now]:DATE: ' \
    '-h[show help; -h in brief, --help in full]' \
    '--help[show help; -h in brief, --help in full]' \
    '-V[show the version]' \
    '--version[show the version]' \
    '--schema=[print the declaration of the records or columns for a loader]:NAME:(json-schema duckdb postgres clickhouse bigquery spark)' \
    '--completion=[print completions for bash, zsh or fish]:SHELL:(bash zsh fish)' \
    '--man[print the manual page (roff)]' \
    '--list-fields[list the columns of csv and tsv, with --kind before it those of the kind]' \
    '--list-errors[list the codes of errors and checks with their meaning]' \
    '*:input:_jwsdump_input'
}
if [[ $funcstack[1] == _jwsdump ]]; then _jwsdump "$@"; else compdef _jwsdump jwsdump; fi
--- status 0
