"""The author's tools: validation, lints, scenarios, versions and packs of sets, and answers for an editor.

In come content files and folders; out come findings, changed files and packs. ``validate`` checks content for the
command, ``lints`` look for what is legal but probably not meant, ``scenarios`` runs tests in the language and measures
what they cover, ``versions`` packs a set and compares two versions, ``editor`` answers an editor. ``new_set`` begins a
set, ``format_files`` tidies one, ``glossary`` explains every word, ``health`` says what is installed.
"""
