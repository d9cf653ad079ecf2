"use strict";
// The text of a file, in CodeMirror: colours, findings with their fixes, completion, meanings under the pointer.

const SORTS = { comment: /^#[^\n]*/, string: /^"[^"\n]*"?/, number: /^\$?[0-9]+/, id: /^[A-Z][\w-]*/, mark: /^[{},:+=;$-]/, word: /^[a-z][\w-]*/ };
const ROOM = 200; // pixels that the meaning of a word needs beside the list
const LONG = 200; // characters of a line after which it is not coloured

/** The colours of the language, from what a word looks like; only the server knows what it means. */
const LANGUAGE = codemirror.StreamLanguage.define({
  token(stream) {
    if (stream.eatSpace()) return null;
    const sort = stream.pos < LONG && Object.keys(SORTS).find((each) => stream.match(SORTS[each]));
    if (!sort) stream.next();
    return { comment: "comment", string: "string", number: "number", id: "className" }[sort] || null;
  },
  languageData: { commentTokens: { line: "#" }, closeBrackets: { brackets: ["{", '"'] } },
});

class Editor {
  /** `changed` and `moved` are called after the text or the cursor has; `help` asks the server about a place. */
  constructor(place, { changed, moved, help }) {
    Object.assign(this, { changed, moved, help });
    const root = place.attachShadow({ mode: "open" }); // its styles are no part of the page, whose policy forbids them
    this.view = new codemirror.EditorView({ root, parent: root, state: this.stateWith("") });
  }

  stateWith(text) {
    const { EditorView, keymap, tags } = codemirror;
    const colour = (tag, name) => ({ tag, color: `var(--t-${name})` });
    const colours = codemirror.HighlightStyle.define([{ ...colour(tags.comment, "comment"), fontStyle: "italic" }, colour(tags.string, "string"), colour(tags.number, "number"), colour(tags.className, "id")]);
    return codemirror.EditorState.create({
      doc: text,
      extensions: [
        codemirror.lineNumbers(), codemirror.highlightActiveLine(), codemirror.highlightSpecialChars(), codemirror.history(), codemirror.drawSelection(),
        codemirror.bracketMatching(), codemirror.closeBrackets(), codemirror.indentUnit.of("  "), codemirror.highlightSelectionMatches(), codemirror.search({ top: true }),
        EditorView.lineWrapping, LANGUAGE, codemirror.syntaxHighlighting(colours),
        codemirror.tooltips({ tooltipSpace: (view) => visiblePart(view.dom) }),
        codemirror.autocompletion({ override: [(context) => this.complete(context)], activateOnTyping: true, closeOnBlur: false, positionInfo }),
        codemirror.hoverTooltip((view, offset) => this.hover(offset), { hoverTime: 400 }),
        EditorView.updateListener.of((update) => this.heard(update)),
        EditorView.contentAttributes.of({ "aria-label": "Text of the file", tabindex: "0", spellcheck: "false", autocapitalize: "off" }),
        EditorView.theme(THEME),
        // Tab moves the focus on, so that nobody is caught in the editor; it completes a word only while one is offered.
        keymap.of([{ key: "Tab", run: codemirror.acceptCompletion }, { key: "Enter", run: (view) => this.breakLine(view) }]),
        keymap.of([...codemirror.closeBracketsKeymap, ...codemirror.completionKeymap, ...codemirror.searchKeymap, ...codemirror.historyKeymap, ...codemirror.lintKeymap, ...codemirror.defaultKeymap]),
      ],
    });
  }

  get value() {
    return this.view.state.doc.toString();
  }

  /** Shows another text, with a history of its own. */
  set value(text) {
    this.view.setState(this.stateWith(text));
  }

  get offset() {
    return this.view.state.selection.main.head;
  }

  heard(update) {
    if (update.docChanged) this.changed();
    else if (update.selectionSet) this.moved();
  }

  /** Indents a new line like the one before, and two spaces more after an opening brace. */
  breakLine(view) {
    const { main } = view.state.selection;
    const line = view.state.doc.lineAt(main.from);
    const before = line.text.slice(0, main.from - line.from);
    const indent = /^ */.exec(before)[0];
    const opens = /\{\s*$/.test(before);
    const closes = opens && line.text.slice(main.from - line.from).startsWith("}") ? `\n${indent}` : "";
    const insert = `\n${indent}${opens ? "  " : ""}`;
    view.dispatch({ changes: { from: main.from, to: main.to, insert: insert + closes }, selection: { anchor: main.from + insert.length }, userEvent: "input", scrollIntoView: true });
    return true;
  }

  /** Selects a range of the text and scrolls to it. */
  go(start, end) {
    const most = this.view.state.doc.length;
    this.view.dispatch({ selection: { anchor: Math.min(start, most), head: Math.min(end, most) }, scrollIntoView: true });
    this.view.focus();
  }

  /** Writes a component at the end of the text, with the cursor on its first empty line. */
  add(text) {
    const before = this.value.trimEnd() ? "\n\n" : "";
    const start = this.value.trimEnd().length;
    const gap = /^ +$/m.exec(text);
    const at = start + before.length + (gap ? gap.index + gap[0].length : text.length);
    this.view.dispatch({ changes: { from: start, to: this.view.state.doc.length, insert: before + text }, selection: { anchor: at }, userEvent: "input", scrollIntoView: true });
    this.view.focus();
  }

  /** Inserts a line below that of the cursor, inside the braces that it is in, and selects it. */
  insertLine(text) {
    const { from, to, before, after } = spotBelow(this.view.state.doc.lineAt(this.view.state.selection.main.head));
    const start = from + before.length;
    this.view.dispatch({ changes: { from, to, insert: before + text + after }, selection: { anchor: start, head: start + text.length }, userEvent: "input", scrollIntoView: true });
    this.view.focus();
  }

  /** Replaces ranges of the text, as a fix or a new name does. */
  apply(changes) {
    this.view.dispatch({ changes: changes.map(({ start, end, text }) => ({ from: start, to: end, insert: text })), userEvent: "input.fix" });
  }

  // -- what the server knows -------------------------------------------------------------------------------------

  /** Underlines the text at each finding. */
  underline(findings) {
    const most = this.view.state.doc.length;
    const diagnostics = findings.map((one) => ({
      from: Math.min(one.start, most),
      to: Math.min(Math.max(one.end, one.start + 1), most),
      severity: one.level === "lint" ? "info" : one.level,
      message: one.hint ? `${one.message}: ${one.hint}` : one.message,
      actions: one.fix ? [{ name: one.fix.title, apply: () => one.of === this.value && this.apply(one.fix.changes) }] : [],
    }));
    this.view.dispatch(codemirror.setDiagnostics(this.view.state, diagnostics));
  }

  async complete(context) {
    const word = context.matchBefore(/["\w$-][\w$ -]*/);
    // After a number the line may be complete, and Enter must begin a new one.
    if (!context.explicit && !/[A-Za-z_$"]$|[:{,] $|[a-z] $/.test(context.state.sliceDoc(Math.max(0, context.pos - 2), context.pos))) return null;
    const found = await this.help("complete", context.pos);
    if (context.aborted || !found || !found.length) return null;
    const from = Math.min(...found.map((one) => one.start));
    const options = found.filter((one) => one.start === from).map((one, nth) => ({ label: one.text, detail: one.sort, boost: -Math.min(nth, 99), info: one.meaning ? () => marked(one.meaning) : undefined }));
    return { from, options, validFor: word ? /^[\w$-]*$/ : undefined };
  }

  async hover(offset) {
    const found = await this.help("hover", offset);
    if (!found) return null;
    return { pos: found.start, end: found.end, above: true, create: () => ({ dom: marked(found.text) }) };
  }
}

/** A text in which **bold** and `code` are marked, as an element. */
function marked(text) {
  const parts = text.split("\n\n").map((paragraph) =>
    make("p", {}, ...paragraph.split(/(\*\*.+?\*\*|`[^`]+`)/).map((part) => {
      if (part.startsWith("**")) return make("b", {}, plain(part.slice(2, -2)));
      return part.startsWith("`") ? make("code", {}, part.slice(1, -1)) : plain(part);
    })),
  );
  return make("div", { class: "meaning" }, ...parts);
}

/** Puts what a word means beside the list of words or, if there is no room, below or above it, so that both can be read. */
function positionInfo(view, list, option, info, space) {
  const [left, right] = [list.left - space.left, space.right - list.right];
  const room = Math.min(400, Math.max(left, right));
  const beside = `${right >= left ? "left" : "right"}: 100%; top: ${Math.max(0, option.top - list.top)}px; width: max-content; max-width: ${room}px`;
  const under = list.bottom + info.bottom - info.top <= space.bottom;
  return { style: room >= ROOM ? beside : `left: 0; ${under ? "top" : "bottom"}: 100%; width: max-content; max-width: ${Math.min(400, space.right - list.left)}px` };
}

/** The part of an element that is inside the window. What pops up in the text stays there, and covers nothing beside it. */
function visiblePart(element) {
  const { top, bottom, left, right } = element.getBoundingClientRect();
  return { top: Math.max(0, top), bottom: Math.min(innerHeight, bottom), left: Math.max(0, left), right: Math.min(innerWidth, right) };
}

/** The range that a new line replaces, with what must stand before and after its text. */
function spotBelow(line) {
  const indent = /^ */.exec(line.text)[0];
  const closed = /^(.*?)\s*\}\s*$/.exec(line.text);
  if (!line.text.trim()) return { from: line.from, to: line.to, before: line.text, after: "" };
  // A side that has no powers yet, and so no braces.
  if (/^\s*[a-z][\w-]* "[^"]*"[^{}#]*$/.test(line.text)) return { from: line.from + line.text.trimEnd().length, to: line.to, before: ` {\n${indent}  `, after: `\n${indent}}` };
  if (!closed) return { from: line.to, to: line.to, before: `\n${indent}${/\{\s*$/.test(line.text) ? "  " : ""}`, after: "" };
  const [, inside] = closed;
  if (!inside) return { from: line.from, to: line.from, before: `${indent}  `, after: "\n" };
  const end = line.from + inside.length;
  return { from: end, to: line.from + line.text.lastIndexOf("}"), before: `\n${indent}  `, after: `\n${indent}` };
}

const plain = (text) => text.replace(/\\([\\*_<>[\]#|$])/g, "$1");

const THEME = {
  "&": { height: "100%", color: "var(--text)", backgroundColor: "var(--tile)" },
  "&.cm-focused": { outline: "none" },
  ".cm-scroller": { fontFamily: '"Liberation Mono", Cousine, Menlo, Consolas, monospace', fontSize: ".92rem", lineHeight: "1.5" },
  ".cm-content": { caretColor: "var(--text)" },
  ".cm-cursor": { borderLeftColor: "var(--text)" },
  ".cm-gutters": { backgroundColor: "var(--well)", color: "var(--soft)", border: "none" },
  ".cm-activeLine, .cm-activeLineGutter": { backgroundColor: "color-mix(in srgb, var(--accent) 9%, transparent)" },
  "&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground": { backgroundColor: "color-mix(in srgb, var(--accent) 30%, transparent)" },
  ".cm-tooltip": { backgroundColor: "var(--panel)", color: "var(--text)", border: "1px solid var(--edge)", borderRadius: ".4rem", maxWidth: "min(32rem, 90vw)" },
  ".cm-tooltip .meaning": { padding: ".3rem .6rem" },
  ".cm-tooltip p": { margin: ".2rem 0" },
  ".cm-tooltip-autocomplete > ul > li[aria-selected]": { backgroundColor: "var(--accent)", color: "var(--panel)" },
  ".cm-completionDetail": { color: "inherit", opacity: ".75", fontStyle: "normal" },
  ".cm-lintRange": { backgroundImage: "none" }, // an image in a style sheet is forbidden here
  ".cm-lintRange-error": { textDecoration: "underline wavy #d32f2f 2px" },
  ".cm-lintRange-warning": { textDecoration: "underline wavy #c77700 2px" },
  ".cm-lintRange-info": { textDecoration: "underline dotted var(--soft) 2px" },
  ".cm-panels": { backgroundColor: "var(--panel)", color: "var(--text)" },
  ".cm-diagnosticAction": { backgroundColor: "var(--accent)", color: "var(--panel)", fontSize: ".9em" },
};
