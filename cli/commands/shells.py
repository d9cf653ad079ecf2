"""The ``completion`` command, which prints the completion script for a shell."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

import typer

from rftg_dsl.cli.app import app
from rftg_dsl.cli.page import SETUP


class Shell(StrEnum):
    """The shells for which there is a completion script."""

    BASH = "bash"
    ZSH = "zsh"
    FISH = "fish"


@app.command(
    group=SETUP,
    example="rftg completion fish | source",
    help="""Print a script that adds completion of rftg commands to a shell.

    Tab then completes commands, options, games, components, sets and files.
    In ~/.bashrc: eval "$(rftg completion bash)". In ~/.zshrc, after compinit: eval "$(rftg completion zsh)". In
    ~/.config/fish/config.fish: the line in the example.
    """,
)
def completion(
    shell: Annotated[Shell, typer.Argument(metavar="bash|zsh|fish", help="The shell.")],
) -> None:
    typer.echo(SCRIPTS[shell])


# The option ``filenames`` makes bash escape the spaces in a candidate.
BASH = r"""_rftg() {
  local line
  COMPREPLY=()
  while IFS= read -r line; do
    case "$line" in
      :files) compopt -o default; return ;;
      :folders) compopt -o dirnames; return ;;
      *) COMPREPLY+=("${line%%$'\t'*}") ;;
    esac
  done < <(_RFTG_COMPLETE=bash "$1" "${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
  case "${COMPREPLY[*]}" in
    *[/=]) compopt -o nospace ;;
    *" "*) compopt -o filenames ;;
  esac
}
complete -F _rftg rftg"""

ZSH = r"""#compdef rftg
_rftg() {
  local -a lines values shown open
  local line value
  lines=("${(@f)$(_RFTG_COMPLETE=zsh ${(Q)words[1]} "${(@Q)words[2,CURRENT-1]}" "${(Q)PREFIX}" 2>/dev/null)}")
  for line in $lines; do
    case $line in
      :files) _files; return ;;
      :folders) _files -/; return ;;
    esac
    value=${line%%$'\t'*}
    if [[ $value == *[/=] ]]; then
      open+=($value)
    else
      values+=($value)
      shown+=("$value  ${line#*$'\t'}")
    fi
  done
  (( $#open )) && compadd -S '' -- $open
  (( $#values )) && compadd -l -d shown -- $values
}
if [[ $zsh_eval_context[-1] == loadautofunc ]]; then
  _rftg "$@"
else
  compdef _rftg rftg
fi"""

FISH = r"""function __rftg_complete
  set -l words (commandline -opc) (commandline -ct)
  for line in (_RFTG_COMPLETE=fish $words[1] $words[2..] 2>/dev/null)
    switch $line
      case :files
        __fish_complete_path (commandline -ct)
      case :folders
        __fish_complete_directories (commandline -ct)
      case '*'
        echo $line
    end
  end
end
complete -c rftg -f -a '(__rftg_complete)'"""

SCRIPTS = {Shell.BASH: BASH, Shell.ZSH: ZSH, Shell.FISH: FISH}
