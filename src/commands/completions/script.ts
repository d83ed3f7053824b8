/**
 * The completion scripts. A script knows nothing about commands: it asks `fozzy __complete <shell>
 * current=<word> <words before…>` and shows the lines it gets, so it never goes out of date. The
 * words of the person are passed as arguments and never evaluated. The current word travels behind
 * `current=` because some shells drop empty arguments.
 */
import type { Shell } from './shells.ts';

/** The first line of the answer is `words` or `paths`: only paths may be quoted and extended like files. */
const bash = `# bash completion for fozzy
_fozzy() {
  local program=\${COMP_WORDS[0]/#\\~/$HOME} word index
  local -a before=() lines=()
  COMPREPLY=()
  # "=" breaks words in bash; "--flag=value" is put together again.
  for ((index = 1; index <= COMP_CWORD; index++)); do
    word=\${COMP_WORDS[index]}
    if ((\${#before[@]} > 0)) && [[ \${before[-1]} == --* ]] && [[ $word == = || \${before[-1]} == --*= ]]; then
      before[-1]+=$word
    else
      before+=("$word")
    fi
  done
  local current=
  if ((\${#before[@]} > 0)); then
    current=\${before[-1]}
    unset 'before[-1]'
  fi
  mapfile -t lines < <("$program" __complete bash "current=$current" "\${before[@]}" 2>/dev/null)
  ((\${#lines[@]} > 1)) || return 0
  [[ \${lines[0]} == paths ]] && compopt -o filenames 2>/dev/null
  COMPREPLY=("\${lines[@]:1}")
  if [[ $current == --*=* && $COMP_WORDBREAKS == *=* ]]; then
    COMPREPLY=("\${COMPREPLY[@]#--*=}")
  fi
  if ((\${#COMPREPLY[@]} == 1)) && [[ \${COMPREPLY[0]} == */ ]]; then
    compopt -o nospace 2>/dev/null
  fi
}
complete -F _fozzy fozzy
`;

const zsh = `#compdef fozzy
# zsh completion for fozzy
_fozzy() {
  local -a lines described folders
  local line current=\${(Q)words[CURRENT]}
  lines=("\${(@f)$("\${(Q)words[1]/#\\~/$HOME}" __complete zsh "current=$current" "\${(@Q)words[2,CURRENT-1]}" 2>/dev/null)}")
  (( \${#lines} > 1 )) || return 1
  for line in "\${(@)lines[2,-1]}"; do
    if [[ $line == */ ]]; then folders+=("$line"); else described+=("$line"); fi
  done
  (( \${#folders} )) && compadd -f -S '' -- "\${folders[@]}"
  (( \${#described} )) && _describe -V fozzy described
}
if [[ \${funcstack[1]} == _fozzy ]]; then _fozzy "$@"; else compdef _fozzy fozzy; fi
`;

const fish = `# fish completion for fozzy
function __fozzy_complete
  set -l before (commandline -opc)
  set -l program $before[1]
  set -l current (commandline -ct | string unescape)
  $program __complete fish "current=$current" $before[2..-1] 2>/dev/null | tail -n +2
end
complete -c fozzy -f -k -a '(__fozzy_complete)'
`;

const powershell = `# PowerShell completion for fozzy
Register-ArgumentCompleter -Native -CommandName fozzy -ScriptBlock {
  param($wordToComplete, $commandAst, $cursorPosition)
  $elements = @($commandAst.CommandElements | Where-Object { $_.Extent.EndOffset -lt $cursorPosition })
  $before = @($elements | Select-Object -Skip 1 | ForEach-Object { $_.Extent.Text.Trim("'", '"') })
  $program = $commandAst.CommandElements[0].Extent.Text
  & $program __complete powershell "current=$wordToComplete" @before 2>$null | Select-Object -Skip 1 | ForEach-Object {
    $value, $about = $_ -split "\`t", 2
    $shown = if ($about) { $about } else { $value }
    [System.Management.Automation.CompletionResult]::new($value, $value, 'ParameterValue', $shown)
  }
}
`;

export const completionScripts: Readonly<Record<Shell, string>> = { bash, zsh, fish, powershell };
