// What the author's room uses of CodeMirror 6, under one name in the page. Built by `make editor`.

import { acceptCompletion, autocompletion, closeBrackets, closeBracketsKeymap, completionKeymap, startCompletion } from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap } from "@codemirror/commands";
import { bracketMatching, HighlightStyle, indentOnInput, indentUnit, StreamLanguage, syntaxHighlighting } from "@codemirror/language";
import { lintKeymap, setDiagnostics } from "@codemirror/lint";
import { highlightSelectionMatches, search, searchKeymap } from "@codemirror/search";
import { EditorState } from "@codemirror/state";
import { drawSelection, EditorView, highlightActiveLine, highlightSpecialChars, hoverTooltip, keymap, lineNumbers, tooltips } from "@codemirror/view";
import { tags } from "@lezer/highlight";

globalThis.codemirror = {
  acceptCompletion, autocompletion, bracketMatching, closeBrackets, closeBracketsKeymap, completionKeymap, defaultKeymap, drawSelection,
  EditorState, EditorView, highlightActiveLine, highlightSelectionMatches, highlightSpecialChars, HighlightStyle, history,
  historyKeymap, hoverTooltip, indentOnInput, indentUnit, keymap, lineNumbers, lintKeymap, search, searchKeymap,
  setDiagnostics, startCompletion, StreamLanguage, syntaxHighlighting, tags, tooltips,
};
